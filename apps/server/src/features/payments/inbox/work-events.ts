import { type InboxEvent, lockNextEvent, updateEventProcessed } from '#features/payments/queries.ts'
import type { Context } from '#platform/context.ts'
import { FIRST_ID } from '#platform/database/cursor.ts'

/**
 * Works what waits in the inbox, oldest first, each event by one worker: a claim is a row lock, so a worker that dies
 * gives it back with its connection. The work is settled before the event is marked; killed between the two, it is
 * done again and changes nothing. What fails is left for the next run. Gives how many were worked.
 */
export async function workEvents(ctx: Context, handle: (event: InboxEvent) => Promise<string>): Promise<number> {
  let [worked, after] = [0, FIRST_ID]
  const step = () =>
    ctx.transaction(async ({ db }) => {
      const event = await lockNextEvent(db, after)
      if (!event) return false
      after = event.id
      try {
        const outcome = await handle(event)
        await updateEventProcessed(db, event.id, outcome, ctx.clock.now())
        worked++
      } catch (error) {
        ctx.log.error('payment-event', error, { inbox: event.id, provider: event.provider })
      }
      return true
    })
  while (await step());
  return worked
}
