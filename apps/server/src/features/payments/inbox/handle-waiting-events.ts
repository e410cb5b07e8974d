import { type InboxEvent, lockNextInboxEvent, markInboxEventProcessed } from '#features/payments/queries.ts'
import type { Context } from '#platform/context.ts'
import { MIN_ID } from '#platform/database/cursor.ts'

/**
 * Handles waiting inbox events, oldest first. A row lock protects each event; if the worker crashes, the lock ends. A
 * payment is settled before its event is marked as handled. If a worker crashes between these two steps, the event is
 * handled again, without effect. A failed event waits for the next run. Returns the number of handled events.
 */
export async function handleWaitingEvents(
  ctx: Context,
  handle: (event: InboxEvent) => Promise<string>,
): Promise<number> {
  let [handledCount, after] = [0, MIN_ID]
  const handleNext = () =>
    ctx.transaction(async ({ db }) => {
      const event = await lockNextInboxEvent(db, after)
      if (!event) return false
      after = event.id
      try {
        const outcome = await handle(event)
        await markInboxEventProcessed(db, event.id, outcome, ctx.clock.now())
        handledCount++
      } catch (error) {
        ctx.log.error('payment-event', error, { inbox: event.id, provider: event.provider })
      }
      return true
    })
  while (await handleNext());
  return handledCount
}
