import { randomBytes } from 'node:crypto'
import { DAY_MS } from '@pawtrait/contract/durations.ts'
import type { AttemptId, OrderId } from '@pawtrait/contract/ids.ts'
import { promptIntervalSeconds } from '@pawtrait/contract/payments/payments.ts'
import { hashToken } from '#features/payments/providers/callback-urls.ts'
import {
  type AttemptInProgress,
  insertAttempt,
  markAttemptSuperseded,
  selectAttemptInProgress,
} from '#features/payments/queries.ts'
import type { UserContext } from '#platform/context.ts'
import type { Db } from '#platform/database/db.ts'
import { newId } from '#platform/database/id.ts'
import { Problem } from '#platform/problem.ts'
import { countAttempt } from '#platform/security/throttle.ts'
import { lockOrder, type OrderRow, selectOrder } from './order-queries.ts'
import { prepareCardAttempt } from './prepare-card-attempt.ts'
import { prepareMpesaAttempt } from './prepare-mpesa-attempt.ts'
import type { PreparedAttempt, StartedAttempt } from './prepared-attempt.ts'
import { requirePaymentSettings } from './require-payments.ts'

/** Time for the payer to answer a prompt and for the result to arrive. No second prompt is sent in this time. */
export const PROMPT_INTERVAL_MS = promptIntervalSeconds * 1000

export type AttemptRequest = { method: 'mpesa'; phone: string } | { method: 'card' }

/** Returns an order. @throws Problem 'not-found' for another user's order */
export async function requireOwnOrder(ctx: UserContext, id: OrderId): Promise<OrderRow> {
  const order = await selectOrder(ctx.db, ctx.viewer, id)
  if (!order) throw new Problem('not-found', 'There is no such order.')
  return order
}

/** Time in which an order can be paid at its price. Later purchases need a new order, at the current price. */
export const ORDER_LIFETIME_MS = DAY_MS

/**
 * Starts an attempt to pay an order, and ends the attempt in progress. Does nothing if the attempt in progress is an
 * open M-Pesa prompt or a card attempt, and the request has the same method.
 * @throws Problem 'conflict' if the order cannot be paid, a payment is being checked, or a card is requested while an
 *   M-Pesa prompt is open; 'validation-failed' for the phone;
 *   'phone-asked-before', 'too-many-requests'; 'payments-off'.
 */
export async function startAttempt(ctx: UserContext, id: OrderId, request: AttemptRequest): Promise<void> {
  const order = await requireOwnOrder(ctx, id)
  const payments = requirePaymentSettings(ctx)
  requirePayable(ctx, order)
  const prepared =
    request.method === 'mpesa' ? prepareMpesaAttempt(ctx, payments, order, request.phone) : prepareCardAttempt(ctx)
  const attempt = await writeAttempt(ctx, order, prepared, request)
  if (attempt) await prepared.submit(order, attempt)
}

/** @throws Problem 'conflict' if the order is closed, too old, or of the other mode (test or live). */
function requirePayable({ now, config }: UserContext, order: Pick<OrderRow, 'state' | 'createdAt' | 'livemode'>) {
  if (order.state !== 'open') throw new Problem('conflict', 'This order waits for no payment any more.')
  if (now.getTime() - Date.parse(order.createdAt) >= ORDER_LIFETIME_MS)
    throw new Problem('conflict', 'This order is more than a day old. Order again.')
  if (order.livemode !== config.payments.livemode)
    throw new Problem('conflict', 'This order was made for another kind of money. Order again.')
}

/**
 * Ends the attempt in progress and returns true. Returns false if it is still open and uses the requested method.
 * @throws Problem 'conflict' if a callback has reported its payment, or a card is requested while its prompt is open
 */
async function endAttemptInProgress(
  db: Db,
  now: Date,
  current: AttemptInProgress,
  request: AttemptRequest,
): Promise<boolean> {
  const isPromptOpen = now.getTime() - Date.parse(current.createdAt) < PROMPT_INTERVAL_MS
  if (current.reportedAt !== null) throw new Problem('conflict', 'We are checking your payment. Wait a little.')
  if (current.provider === 'mpesa') {
    if (isPromptOpen && request.method === 'mpesa') return false
    if (isPromptOpen)
      throw new Problem('conflict', 'A prompt is waiting on your phone. Answer it first, or wait until it expires.')
    await markAttemptSuperseded(db, current.id, 'expired')
    return true
  }
  if (request.method === 'card') return false
  await markAttemptSuperseded(db, current.id, 'canceled')
  return true
}

/**
 * Inserts an attempt before the provider is called. Locks and checks the order again, because it may just have been
 * paid or cancelled. Returns undefined if another attempt is in progress.
 */
async function writeAttempt(
  ctx: UserContext,
  order: OrderRow,
  prepared: PreparedAttempt,
  request: AttemptRequest,
): Promise<StartedAttempt | undefined> {
  const attempt = { id: newId<AttemptId>(ctx.now), callbackToken: randomBytes(32).toString('hex') }
  const { provider, phoneEnd, reference, pauses, limits } = prepared
  const isInserted = await ctx.transaction(async ({ db }) => {
    const locked = await lockOrder(db, order.id)
    if (locked) requirePayable(ctx, locked)
    const current = await selectAttemptInProgress(db, order.id)
    if (current && !(await endAttemptInProgress(db, ctx.now, current, request))) return false
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
    await countAttempt(db, ctx.now, pauses, 'phone-asked-before')
    await countAttempt(db, ctx.now, limits)
    return true
  })
  return isInserted ? { ...attempt, reference } : undefined
}
