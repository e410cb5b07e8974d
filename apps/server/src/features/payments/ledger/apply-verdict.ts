import { updatePaymentIntentId } from '#features/payments/disputes/dispute-queries.ts'
import { recordDispute } from '#features/payments/disputes/record-dispute.ts'
import { misconfigurationCodes } from '#features/payments/providers/mpesa/result-codes.ts'
import type { Verdict } from '#features/payments/providers/verdict.ts'
import { type Attempt, markAttemptEnded, updateAttemptState, updateCardPageUse } from '#features/payments/queries.ts'
import { handleRefundEvent } from '#features/payments/refunds/handle-refund.ts'
import type { Context } from '#platform/context.ts'
import { settlePayment } from './settle-payment.ts'

/** Facts from an M-Pesa callback: M-Pesa's response to a query contains neither amount nor M-Pesa code. */
export type CallbackFacts = { amountMinor: bigint | null; receiptCode: string | null }

/** Applies a provider's verdict to an attempt. `paid` is final and replaces other states. Returns an outcome code. */
export async function applyVerdict(
  ctx: Context,
  attempt: Attempt,
  verdict: Verdict,
  callback: CallbackFacts = { amountMinor: null, receiptCode: null },
): Promise<string> {
  if (verdict.is === 'paid') return settleVerdict(ctx, attempt, verdict, callback)
  if (verdict.is === 'ended') return endAttempt(ctx, attempt, verdict)
  if (verdict.is === 'unknown') {
    await updateAttemptState(ctx.db, attempt.id, 'unknown', verdict.code)
    return 'unknown'
  }
  if (verdict.is === 'pending' && attempt.provider !== 'mpesa')
    await storeCardUse(ctx, attempt, verdict.unused === true)
  return verdict.is
}

async function settleVerdict(
  ctx: Context,
  attempt: Attempt,
  verdict: Extract<Verdict, { is: 'paid' }>,
  callback: CallbackFacts,
) {
  if (verdict.intent) await updatePaymentIntentId(ctx.db, attempt.id, verdict.intent)
  // Records disputes before settlement, because a disputed payment must not grant Premium.
  if (verdict.dispute) await recordDispute(ctx, attempt.id, verdict.dispute)
  const outcome = await settlePayment(ctx, {
    attempt: attempt.id,
    providerTxnId: verdict.providerTxnId,
    amountMinor: callback.amountMinor ?? verdict.amountMinor ?? BigInt(attempt.amountMinor),
    currency: verdict.currency,
    livemode: verdict.livemode,
    receiptCode: callback.receiptCode,
    method: verdict.method,
    confirmedBy: 'query',
  })
  if (verdict.returnedInPart) await handleRefundEvent(ctx, attempt.id)
  return outcome
}

const storeCardUse = (ctx: Context, attempt: Attempt, unused: boolean) =>
  ctx.transaction(async ({ db, live }) => {
    const [changed] = await updateCardPageUse(db, attempt.id, unused)
    if (changed && attempt.userId) await live([attempt.userId], { type: 'order', orderId: attempt.orderId })
  })

async function endAttempt(ctx: Context, attempt: Attempt, verdict: Extract<Verdict, { is: 'ended' }>) {
  const { state, code, card } = verdict
  if (misconfigurationCodes.has(code)) ctx.log.info('payment-alert', { what: 'settings', code, attempt: attempt.id })
  return ctx.transaction(async (tx) => {
    const [ended] = await markAttemptEnded(tx.db, attempt.id, state, code, card)
    if (!ended) return 'already-settled'
    if (attempt.userId) await tx.live([attempt.userId], { type: 'order', orderId: attempt.orderId })
    return state
  })
}
