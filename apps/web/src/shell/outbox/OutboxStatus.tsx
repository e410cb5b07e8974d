import { useOutboxItems } from '#lib/outbox/outbox-store.ts'
import { OutboxCard } from './lazy-outbox.ts'

/** Card with the queued actions. Renders nothing if no action is queued. */
export function OutboxStatus() {
  // Does not list story views, because the app sends them silently.
  const items = useOutboxItems().filter(({ kind }) => kind !== 'view')
  return items.length > 0 && <OutboxCard items={items} />
}
