import {
  acceptClaimsOfCode,
  selectClaim,
  selectClaimQueue,
  updateClaimState,
} from '#features/payments/claims/claim-queries.ts'
import { selectAttempt, selectAttemptByReference } from '#features/payments/queries.ts'
import { selectRefundRequestQueue } from '#features/payments/refunds/refund-request-queries.ts'
import type { Context } from '#platform/context.ts'
import { Problem } from '#platform/problem.ts'
import { type OperatorQueueItem, selectPaymentQueue } from './payment-queue-queries.ts'
import { type SettleOutcome, settlePayment } from './settle-payment.ts'

export async function listOperatorQueue({ db }: Pick<Context, 'db'>): Promise<OperatorQueueItem[]> {
  const items = (await Promise.all([selectPaymentQueue(db), selectClaimQueue(db), selectRefundRequestQueue(db)])).flat()
  return items.toSorted((a, b) => a.createdAt.localeCompare(b.createdAt))
}

/** Refuses a claim that matches no payment. @throws Problem 'not-found' if `claimId` is not the id of an open claim */
export async function refuseClaim(ctx: Context, claimId: string) {
  const claim = /^[0-9a-f-]{36}$/.test(claimId) ? await selectClaim(ctx.db, claimId) : undefined
  const isRefused = claim && (await updateClaimState(ctx.db, claim.id, 'refused', 'does-not-fit'))
  if (!isRefused) throw new Problem('not-found', `There is no open claim "${claimId}": "payments" lists open claims.`)
  if (claim.userId) await ctx.live.send(ctx.db, [claim.userId], { type: 'order', orderId: claim.orderId })
}

/**
 * Settles an attempt after the operator found its account reference in the M-Pesa statement.
 * @throws Problem 'not-found' for an unknown reference; 'conflict' for a card payment or another payment's code
 */
export async function settleByHand(ctx: Context, reference: string, receiptCode: string): Promise<SettleOutcome> {
  const match = await selectAttemptByReference(ctx.db, reference)
  const attempt = match && (await selectAttempt(ctx.db, match.id))
  if (!attempt) throw new Problem('not-found', `There is no payment with the reference "${reference}".`)
  if (attempt.provider !== 'mpesa')
    throw new Problem('conflict', `"${reference}" is a card payment, which only its provider can confirm.`)
  const outcome = await settlePayment(ctx, {
    attempt: attempt.id,
    providerTxnId: attempt.checkoutRequestId ?? receiptCode,
    amountMinor: BigInt(attempt.amountMinor),
    currency: attempt.currency,
    livemode: attempt.livemode,
    receiptCode,
    method: null,
    confirmedBy: 'operator',
  })
  await acceptClaimsOfCode(ctx.db, attempt.id, receiptCode)
  return outcome
}
