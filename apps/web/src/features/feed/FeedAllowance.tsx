import type { FeedLimit } from '@pawtrait/contract/payments/premium.ts'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { ProgressBar } from '#ui/states/ProgressBar.tsx'
import styles from './FeedAllowance.module.css'
import { FeedAllowanceUsedCard } from './FeedAllowanceUsedCard.tsx'

export type FeedAllowanceProps = {
  limit: FeedLimit
  /** True if the daily allowance of posts is used up. */
  isUsedUp: boolean
  busy: boolean
  onContinue: () => void
}

/** Meter of the daily allowance of posts. Shows a card instead once the allowance is used up. */
export function FeedAllowance({ limit, isUsedUp, busy, onContinue }: FeedAllowanceProps) {
  const t = useTranslate()
  const { used, max } = limit
  if (max === null) return null
  if (isUsedUp) return <FeedAllowanceUsedCard limit={{ ...limit, max }} busy={busy} onContinue={onContinue} />
  return (
    <div className={styles.meter}>
      <span className="nums">{t(phrases.feed.allowanceCount, { used, max })}</span>
      <ProgressBar label={t(phrases.feed.allowanceLabel)} value={used / max} />
    </div>
  )
}
