import { randomBytes } from 'node:crypto'
import { creditPayment } from '#features/payments/ledger/credit-payment.ts'
import { lockPayment, selectCreditedAmount } from '#features/payments/ledger/credit-queries.ts'
import { buildMpesaCallbackUrl, hashToken } from '#features/payments/providers/callback-urls.ts'
import { findCardAccountForPayment } from '#features/payments/providers/card-account.ts'
import type { RefundResult } from '#features/payments/providers/card-provider.ts'
import { reversePayment } from '#features/payments/providers/mpesa/mpesa-client.ts'
import type { Context } from '#platform/context.ts'
import { newId } from '#platform/database/id.ts'
import { Problem } from '#platform/problem.ts'
import { escalateRefund } from './handle-refund.ts'
import { lockOrInsertRefund, markRefundSent, type RefundablePayment, updateProviderRefundId } from './refund-queries.ts'

/** Result of a refund. `manual`: the operator has to transfer the money. */
export type RefundOutcome = 'done' | 'sent' | 'manual'

/**
 * Refunds the rest of a payment. Commits a row before it calls the provider, so that it refunds only once.
 * @throws Problem 'conflict' if the payment was refunded or a refund is in progress
 */
export async function refundPayment(ctx: Context, payment: RefundablePayment, reason: string): Promise<RefundOutcome> {
  const token = randomBytes(32).toString('hex')
  const { id, amountMinor } = await ctx.transaction(async ({ db }) => {
    await lockPayment(db, payment.payment)
    const remaining = BigInt(payment.amountMinor) - (await selectCreditedAmount(db, payment.payment))
    const refund = await lockOrInsertRefund(db, { ...payment, id: newId(ctx.now), reason, now: ctx.now })
    if (!refund) throw new Error('the refund was not written')
    if (refund.state === 'done' || remaining <= 0n) throw new Problem('conflict', 'This payment was already refunded.')
    if (refund.state === 'sent') throw new Problem('conflict', 'The refund of this payment is already in progress.')
    await markRefundSent(db, refund.id, remaining, hashToken(token), ctx.now)
    return { id: refund.id, amountMinor: remaining }
  })
  const result = await sendRefund(ctx, payment, { id, amountMinor, token })
  if (result.is === 'refused') {
    await escalateRefund(ctx, id, result.code)
    return 'manual'
  }
  // The provider may have started the refund, so a job queries the state of the refund before any retry.
  if (result.is === 'unknown') return 'sent'
  await updateProviderRefundId(ctx.db, id, result.id)
  if (!result.done) return 'sent'
  await creditPayment(ctx, payment, [{ key: result.id ?? `refund ${id}`, amountMinor }])
  return 'done'
}

type RefundToSend = { id: string; amountMinor: bigint; token: string }

async function sendRefund(
  ctx: Context,
  payment: RefundablePayment,
  { id, amountMinor, token }: RefundToSend,
): Promise<RefundResult> {
  const { mpesa, livemode } = ctx.config.payments
  const notConfigured = { is: 'refused', code: 'not-configured' } as const
  if (payment.livemode !== livemode) return notConfigured
  if (payment.provider === 'mpesa') {
    if (!mpesa || payment.receiptCode === null) return notConfigured
    const resultUrl = buildMpesaCallbackUrl(ctx.config, token)
    return reversePayment(ctx, mpesa, { receiptCode: payment.receiptCode, amountMinor, resultUrl })
  }
  // Each request has a new key. For a repeated key, providers return their first response again, even a failure.
  const key = `${id}-${ctx.now.getTime()}`
  return (await findCardAccountForPayment(ctx, payment)?.refund(payment, { amountMinor, key })) ?? notConfigured
}
