import { randomBytes } from 'node:crypto'
import type { AttemptId, OrderId } from '@pawtrait/contract/ids.ts'
import type { UserContext } from '#platform/context.ts'
import { brokenUnique } from '#platform/db.ts'
import { newId } from '#platform/id.ts'
import { Problem } from '#platform/problem.ts'
import { countAttempt } from '#platform/throttle.ts'
import { type OrderRow, selectOrder } from './order-rows.sql.ts'
import { paymentsHere } from './payments-here.ts'
import { insertAttempt, type LiveAttempt, selectLiveAttempt, updateAttemptSuperseded } from './queries.ts'
import type { Started, Starting } from './attempt-kind.ts'
import { promptPhone } from './prompt-phone.ts'
import { openCardPage } from './open-card-page.ts'
import { hashToken } from './receive-event.ts'

/** How long a prompt may be answered, and how long the same phone is not asked again (payments.md §1.5, code 17). */
export const PROMPT_MS = 120_000

export type Wanted = { method: 'mpesa'; phone: string } | { method: 'card' }

/** @throws Problem 'not-found' for an order that is not the viewer's. */
export async function ownOrder(ctx: UserContext, id: OrderId): Promise<OrderRow> {
  const order = await selectOrder(ctx.db, ctx.viewer, id)
  if (!order) throw new Problem('not-found', 'There is no such order.')
  return order
}

/**
 * Starts a try to pay, unless one of the same kind is under way: at most one is, the database sees to that.
 * @throws Problem 'conflict' when the order waits for nothing or a prompt is on the phone; 'validation-failed' for the
 * phone; 'too-many-requests'; 'payments-off'.
 */
export async function startAttempt(ctx: UserContext, id: OrderId, wanted: Wanted): Promise<void> {
  const order = await ownOrder(ctx, id)
  const payments = paymentsHere(ctx)
  if (order.state !== 'open') throw new Problem('conflict', 'This order waits for no payment any more.')
  const start =
    wanted.method === 'mpesa' ? promptPhone(ctx, payments, order, wanted.phone) : openCardPage(ctx, payments)
  const live = await selectLiveAttempt(ctx.db, id)
  if (live && !(await makeRoom(ctx, live, wanted))) return
  const attempt = await write(ctx, order, start)
  if (attempt) await start.submit(order, attempt)
}

/** Whether another try may begin beside or instead of the one under way. */
async function makeRoom(ctx: UserContext, live: LiveAttempt, wanted: Wanted): Promise<boolean> {
  const waits = ctx.now.getTime() - Date.parse(live.createdAt) < PROMPT_MS
  if (live.provider === 'mpesa') {
    if (waits && wanted.method === 'mpesa') return false
    if (waits) throw new Problem('conflict', 'A prompt is waiting on your phone. Answer it first, or let it run out.')
    await updateAttemptSuperseded(ctx.db, live.id, 'expired')
    return true
  }
  if (wanted.method === 'card') return false
  await updateAttemptSuperseded(ctx.db, live.id, 'canceled')
  return true
}

/** Writes the try before anything is sent. Undefined when another one was faster. */
async function write(ctx: UserContext, order: OrderRow, starting: Starting): Promise<Started | undefined> {
  const attempt = { id: newId<AttemptId>(ctx.now), callbackToken: randomBytes(32).toString('hex') }
  const { provider, phoneEnd, reference, limits } = starting
  try {
    await ctx.transaction(async ({ db }) => {
      await insertAttempt(db, {
        id: attempt.id,
        order: order.id,
        provider,
        tokenHash: provider === 'mpesa' ? hashToken(attempt.callbackToken) : null,
        reference,
        phoneEnd,
        livemode: order.livemode,
        now: ctx.now,
      })
      await countAttempt(db, ctx.now, limits)
    })
    return { ...attempt, reference }
  } catch (error) {
    if (brokenUnique(error) === 'payment_attempts_one_live') return undefined
    throw error
  }
}
