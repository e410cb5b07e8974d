import type { PremiumStatus } from '@pawtrait/contract/payments/premium.ts'
import calendar from '@phosphor-icons/core/regular/calendar-check.svg?path'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { useFormatEndTime } from '#lib/time/use-format-end-time.ts'
import { Note } from '#ui/states/Note.tsx'

/** State of a plan that is active or in its grace period. Renders nothing in other states. */
export function PlanState({ status }: { status: PremiumStatus }) {
  const t = useTranslate()
  const formatEnd = useFormatEndTime()
  if (!status.until || !status.rightsUntil) return null
  const day = formatEnd(status.until)
  if (status.state === 'active')
    return (
      <Note icon={calendar} tone="good">
        {t(phrases.premium.premiumOnUntil, { day })}
      </Note>
    )
  if (status.state === 'grace')
    return <Note icon={calendar}>{t(phrases.premium.graceNote, { day, last: formatEnd(status.rightsUntil) })}</Note>
  return null
}
