import { creditPayment } from '#features/payments/ledger/credit-payment.ts'
import { findCardAccountForPayment } from '#features/payments/providers/card-account.ts'
import { readReversalResult } from '#features/payments/providers/mpesa/read-reversal.ts'
import type { ProviderRefund } from '#features/payments/providers/verdict.ts'
import type { Context } from '#platform/context.ts'
import {
  markRefundManual,
  type RefundablePayment,
  selectRefundableById,
  selectRefundableOfAttempt,
} from './refund-queries.ts'

/** Escalates a refund to the operator, with an alert that contains the reason. */
export async function escalateRefund(ctx: Context, refund: string, why: string): Promise<'refund-by-hand'> {
  await markRefundManual(ctx.db, refund, 'manual')
  ctx.log.info('payment-alert', { what: 'refund-by-hand', refund, why })
  return 'refund-by-hand'
}

/** Handles M-Pesa's result of a reversal, which arrives at the refund's secret URL. */
export async function handleReversalResult(ctx: Context, refund: string, raw: Buffer): Promise<string> {
  const result = readReversalResult(raw)
  const payment = await selectRefundableById(ctx.db, refund)
  if (!result || !payment) return 'unreadable-result'
  if (!result.done) return escalateRefund(ctx, refund, result.code)
  await creditPayment(ctx, payment, [{ key: `refund ${refund}`, amountMinor: null }])
  return 'refunded'
}

/**
 * Handles an event about refunds of a card payment, made by this instance or on the provider's dashboard. Queries all
 * refunds of the payment, because events are not trusted.
 * @throws if the provider does not respond; the event is then handled again.
 */
export async function handleRefundEvent(ctx: Context, attempt: string): Promise<string> {
  const payment = await selectRefundableOfAttempt(ctx.db, attempt)
  if (!payment) return 'not-paid'
  const card = findCardAccountForPayment(ctx, payment)
  if (!card) {
    ctx.log.info('payment-alert', { what: 'refund-not-to-be-asked-about', payment: payment.payment })
    return 'not-configured'
  }
  const providerRefunds = await card.listRefunds(payment)
  if (!providerRefunds) throw new Error('the provider did not list the refunds of this payment')
  return recordProviderRefunds(ctx, payment, providerRefunds)
}

/** Records each refund in the provider's list once. If a refund by this instance failed, the operator takes over. */
export async function recordProviderRefunds(
  ctx: Context,
  payment: RefundablePayment,
  providerRefunds: readonly ProviderRefund[],
): Promise<string> {
  const completed = providerRefunds.filter(({ state }) => state === 'done')
  const credits = completed.map(({ id, amountMinor }) => ({ key: id, amountMinor }))
  const outcome = await creditPayment(ctx, payment, credits)
  if (outcome === 'whole') return 'refunded'
  const { refund } = payment
  const hasFailed = providerRefunds.some(({ id, state }) => state === 'failed' && id === refund?.providerRefundId)
  if (refund?.state === 'sent' && hasFailed) return escalateRefund(ctx, refund.id, 'failed')
  return outcome === 'part' ? 'refunded-in-part' : 'unchanged'
}
