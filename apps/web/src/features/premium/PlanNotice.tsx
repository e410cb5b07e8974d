import { paths } from '@pawtrait/contract/paths.ts'
import { dismissReminder, type PremiumStatus } from '@pawtrait/contract/payments/premium.ts'
import x from '@phosphor-icons/core/bold/x-bold.svg?path'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { premiumReminderTexts } from '#i18n/en/by-value/payments/premium-reminder-texts.ts'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { call } from '#lib/server/call.ts'
import { useFormatEndTime } from '#lib/time/use-format-end-time.ts'
import { useSearchParams } from '#lib/use-search-params.ts'
import { buttonClass } from '#ui/Button.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { Link } from '#ui/Link.tsx'
import styles from './PlanNotice.module.css'
import { premiumQuery } from './premium-cache.ts'

/**
 * Notice on every page that the plan ends soon or has ended. It also announces a plan that started while the user was
 * away. Close hides the notice on all devices.
 */
export function PlanNotice() {
  const t = useTranslate()
  const formatEnd = useFormatEndTime()
  const queries = useQueryClient()
  const { queryKey } = premiumQuery()
  const { data: status } = useQuery(premiumQuery())
  const close = useMutation({
    mutationKey: ['close-reminder'],
    mutationFn: () => call(dismissReminder),
    onSuccess: () => queries.setQueryData(queryKey, (now) => now && { ...now, reminder: null }),
  })
  const hasStartedUnseen = useUnseenStart(status)
  if (hasStartedUnseen && status?.until) return <StartedNotice until={status.until} />
  if (!status?.reminder || status.reminder === 'started' || !status.until) return null
  const values = { day: formatEnd(status.until), last: formatEnd(status.rightsUntil ?? status.until) }
  return (
    <aside className={styles.notice} data-notice aria-label={t(phrases.premium.pageTitle)}>
      <p role="status">{t(premiumReminderTexts[status.reminder], values)}</p>
      <Link className={buttonClass({ kind: 'soft', small: true })} to={paths.premium}>
        {t(phrases.premium.addMonth)}
      </Link>
      <IconButton label={t(phrases.premium.closeReminder)} icon={x} iconSize={20} onClick={() => close.mutate()} />
    </aside>
  )
}

/**
 * Returns whether to announce that the plan started before this page load. The pay sheet or a toast announces a plan
 * that starts later. This hook clears the announcement on the server, so that it appears only once.
 */
function useUnseenStart(status: PremiumStatus | undefined): boolean {
  const [hasStarted, setHasStarted] = useState<boolean | null>(null)
  const isOnSheet = useSearchParams().has('order')
  if (status && hasStarted === null) setHasStarted(status.reminder === 'started' && !isOnSheet)
  useEffect(() => {
    // On failure the notice appears again on the next page load.
    if (hasStarted) void call(dismissReminder).catch(() => {})
  }, [hasStarted])
  return hasStarted === true
}

function StartedNotice({ until }: { until: string }) {
  const t = useTranslate()
  const day = useFormatEndTime()(until)
  const [isOpen, setOpen] = useState(true)
  if (!isOpen) return null
  return (
    <aside className={styles.notice} data-notice aria-label={t(phrases.premium.pageTitle)}>
      <p role="status">{t(premiumReminderTexts.started, { day })}</p>
      <IconButton label={t(phrases.premium.closeReminder)} icon={x} iconSize={20} onClick={() => setOpen(false)} />
    </aside>
  )
}
