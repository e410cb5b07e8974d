import {
  selectClaim,
  selectClaimQueue,
  updateClaimState,
  updateClaimsOfCode,
} from '#features/payments/claims/claim-queries.ts'
import { selectAttempt, selectAttemptByReference } from '#features/payments/queries.ts'
import { selectRefundRequestQueue } from '#features/payments/refunds/refund-request-queries.ts'
import type { Context } from '#platform/context.ts'
import { Problem } from '#platform/problem.ts'
import { type QueueLine, selectQueue } from './queue-queries.ts'
import { type Settled, settlePayment } from './settle-payment.ts'

/** What waits for a person, oldest first. */
export async function listQueue({ db }: Pick<Context, 'db'>): Promise<QueueLine[]> {
  const lines = (await Promise.all([selectQueue(db), selectClaimQueue(db), selectRefundRequestQueue(db)])).flat()
  return lines.toSorted((a, b) => a.createdAt.localeCompare(b.createdAt))
}

/**
 * The operator has looked a claim up and found no payment of this order.
 * @throws Problem 'not-found' for a line that is no claim that waits.
 */
export async function refuseClaim(ctx: Context, line: string) {
  const claim = /^[0-9a-f-]{36}$/.test(line) ? await selectClaim(ctx.db, line) : undefined
  const isRefused = claim && (await updateClaimState(ctx.db, claim.id, 'refused', 'does-not-fit'))
  if (!isRefused) throw new Problem('not-found', `No claim "${line}" waits.`)
  if (claim.userId) await ctx.live.send(ctx.db, [claim.userId], { type: 'order', orderId: claim.orderId })
}

/**
 * The operator has seen the money in M-Pesa's statement under the account that the payer typed or read.
 * @throws Problem 'not-found' for a reference that is nobody's; 'conflict' for a card, which its provider can be asked
 *   about, and for a code that is another payment's.
 */
export async function settleByHand(ctx: Context, reference: string, receiptCode: string): Promise<Settled> {
  const found = await selectAttemptByReference(ctx.db, reference)
  const attempt = found && (await selectAttempt(ctx.db, found.id))
  if (!attempt) throw new Problem('not-found', `There is no payment "${reference}".`)
  if (attempt.provider !== 'mpesa')
    throw new Problem('conflict', `"${reference}" was to be paid by card: its provider knows.`)
  const settled = await settlePayment(ctx, {
    attempt: attempt.id,
    providerTxnId: attempt.checkoutRequestId ?? receiptCode,
    amountMinor: BigInt(attempt.amountMinor),
    currency: attempt.currency,
    livemode: attempt.livemode,
    receiptCode,
    method: null,
    confirmedBy: 'operator',
  })
  await updateClaimsOfCode(ctx.db, attempt.id, receiptCode)
  return settled
}
