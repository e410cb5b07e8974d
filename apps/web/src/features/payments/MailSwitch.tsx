import { type PremiumStatus, setPlanMails } from '@pawtrait/contract/payments/premium.ts'
import { premiumQuery } from '#features/premium/premium-cache.ts'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { call } from '#lib/server/call.ts'
import { useOptimisticCheck } from '#lib/use-optimistic-check.ts'
import { useOptimisticSettings } from '#lib/use-optimistic-settings.ts'
import { Switch } from '#ui/forms/Switch.tsx'
import { CallFailed } from '#ui/states/CallFailed.tsx'

/** Whether the plan's end is told by mail as well; the link at the end of such a mail leads here. */
export function MailSwitch({ on }: { on: boolean }) {
  const t = useTranslate()
  const { mutateAsync, error } = useOptimisticSettings<PremiumStatus, boolean>({
    queryKey: premiumQuery().queryKey,
    optimistic: (status, mailsOn) => ({ ...status, mailsOn }),
    send: (next) => call(setPlanMails, { body: { on: next } }),
  })
  // What fails is said below.
  const [shown, tick] = useOptimisticCheck(on, (next) => mutateAsync(next).catch(() => {}))
  return (
    <>
      <Switch label={t(phrases.payments.mails)} help={t(phrases.payments.mailsHelp)} checked={shown} onChange={tick} />
      <CallFailed title={t(phrases.ui.unchanged)} error={error} />
    </>
  )
}
