import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import type { OutboxItem } from '#lib/outbox/outbox-database.ts'
import styles from './WaitingActions.module.css'
import { WaitingActions } from './WaitingActions.tsx'

/** Card above the feed with all queued actions. */
export function OutboxCard({ items }: { items: readonly OutboxItem[] }) {
  const t = useTranslate()
  const hasWaiting = items.some(({ refused }) => !refused)
  return (
    <section className={styles.card} aria-labelledby="outbox">
      <h2 id="outbox">{t(hasWaiting ? phrases.app.outboxWaiting : phrases.app.outboxNotSent)}</h2>
      <WaitingActions items={items} />
    </section>
  )
}
