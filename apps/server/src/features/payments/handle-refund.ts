import type { OrderId } from '@pawtrait/contract/ids.ts'
import { closePeriod } from '#features/premium/grant-period.ts'
import type { Context } from '#platform/context.ts'
import { newId } from '#platform/id.ts'
import { readReversalResult } from './read-webhook.ts'
import { finishRefund } from './refund-payment.ts'
import {
  lockRefund,
  type Refundable,
  selectRefundableById,
  selectRefundableOfAttempt,
  updateOrderDisputed,
  updateRefundManual,
} from './refund-rows.sql.ts'

async function conclude(ctx: Context, payment: Refundable, refund: string, done: boolean): Promise<string> {
  if (done) await finishRefund(ctx, payment, refund, null)
  else await updateRefundManual(ctx.db, refund, 'manual')
  if (!done) ctx.log.info('payment-alert', { what: 'refund-by-hand', refund })
  return done ? 'refunded' : 'refund-by-hand'
}

/** The result of a reversal of ours, come to the refund's own secret path. */
export async function handleReversal(ctx: Context, refund: string, raw: Buffer): Promise<string> {
  const result = readReversalResult(raw)
  const payment = await selectRefundableById(ctx.db, refund)
  if (!result || !payment) return 'unreadable-result'
  return conclude(ctx, payment, refund, result.done)
}

/** A card's refund, ours or one made on the provider's own page. */
export async function handleRefund(ctx: Context, attempt: string, done: boolean): Promise<string> {
  const payment = await selectRefundableOfAttempt(ctx.db, attempt)
  if (!payment) return 'not-paid'
  const row = { ...payment, id: newId<string>(ctx.now), reason: 'made at the provider', now: ctx.now }
  const refund = await lockRefund(ctx.db, row)
  return refund ? conclude(ctx, payment, refund.id, done) : 'not-paid'
}

/** A chargeback: the order is marked; lost, what it bought ends. */
export async function handleDispute(ctx: Context, order: OrderId, lost: boolean): Promise<string> {
  await ctx.transaction(async ({ db }) => {
    await updateOrderDisputed(db, order, ctx.now)
    if (lost) await closePeriod(db, order, ctx.now)
  })
  ctx.log.info('payment-alert', { what: lost ? 'dispute-lost' : 'dispute', order })
  return lost ? 'dispute-lost' : 'dispute'
}
