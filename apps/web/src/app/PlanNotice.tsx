import x from '@phosphor-icons/core/bold/x-bold.svg?path'
import { closeReminder } from '@pawtrait/contract/premium.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import { premiumQuery } from '#features/premium/premium-cache.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { call } from '#lib/call.ts'
import { useEndTime } from '#lib/use-end-time.ts'
import { buttonClass } from '#ui/Button.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { paths } from './paths.ts'
import styles from './PlanNotice.module.css'

/** Reminds, on whatever page one is, that the plan ends or has ended; closed once it is closed everywhere. */
export function PlanNotice() {
  const t = useTranslate()
  const endTime = useEndTime()
  const queries = useQueryClient()
  const { queryKey } = premiumQuery()
  const { data: status } = useQuery(premiumQuery())
  const close = useMutation({
    mutationKey: ['close-reminder'],
    mutationFn: () => call(closeReminder),
    onSuccess: () => queries.setQueryData(queryKey, (now) => now && { ...now, reminder: null }),
  })
  if (!status?.reminder || !status.until) return null
  const words = { day: endTime(status.until), last: endTime(status.rightsUntil ?? status.until) }
  return (
    <aside className={styles.notice} aria-label={t('premium.premium')}>
      <p role="status">{t(`premium.reminder-${status.reminder}`, words)}</p>
      <Link className={buttonClass({ kind: 'soft', small: true })} to={paths.premium}>
        {t('premium.addMonth')}
      </Link>
      <IconButton label={t('premium.closeReminder')} icon={x} iconSize={20} onClick={() => close.mutate()} />
    </aside>
  )
}
