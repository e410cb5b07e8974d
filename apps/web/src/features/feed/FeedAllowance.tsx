import type { FeedLimit } from '@pawtrait/contract/payments/premium.ts'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { ProgressBar } from '#ui/states/ProgressBar.tsx'
import styles from './FeedAllowance.module.css'
import { FeedAllowanceUsed } from './FeedAllowanceUsed.tsx'

export type FeedAllowanceProps = {
  limit: FeedLimit
  /** No more posts today. */
  isFull: boolean
  busy: boolean
  onReadOn: () => void
}

/** Meter of the daily allowance while some is left; then the card that it is used up. */
export function FeedAllowance({ limit, isFull, busy, onReadOn }: FeedAllowanceProps) {
  const t = useTranslate()
  const { used, max } = limit
  if (max === null) return null
  if (isFull) return <FeedAllowanceUsed limit={{ ...limit, max }} busy={busy} onReadOn={onReadOn} />
  return (
    <div className={styles.meter}>
      <span className="nums">{t(phrases.feed.allowanceCount, { used, max })}</span>
      <ProgressBar label={t(phrases.feed.allowanceLabel)} value={used / max} />
    </div>
  )
}
