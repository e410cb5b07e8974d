import { sweepClaims } from '#features/payments/claims/query-claim.ts'
import { cancelExpiredOrders } from '#features/payments/orders/order-queries.ts'
import { ORDER_LIFETIME_MS, PROMPT_INTERVAL_MS } from '#features/payments/orders/start-attempt.ts'
import { providersQueriedByReference } from '#features/payments/providers/card-account.ts'
import { classifyResultCode } from '#features/payments/providers/mpesa/result-codes.ts'
import { createProviderQuery } from '#features/payments/providers/query-provider.ts'
import { type Attempt, takeDueAttempt } from '#features/payments/queries.ts'
import { checkRefunds } from '#features/payments/refunds/check-refunds.ts'
import type { Context } from '#platform/context.ts'
import { applyVerdict } from './apply-verdict.ts'
import { settlePayment } from './settle-payment.ts'
import {
  escalateUnsettledAttempts,
  expireAbandonedCardPages,
  markAttemptEndedByCallback,
  selectAttemptsEndedByCallback,
  sweepInterruptedAttempts,
} from './sweep-queries.ts'

const readCallbackFacts = ({ reported }: Attempt) => ({
  amountMinor: reported?.amountMinor ? BigInt(reported.amountMinor) : null,
  receiptCode: reported?.receiptCode ?? null,
})

/** Queries the provider about every attempt that is due for a check. Settles paid attempts even without a callback. */
export async function checkPayments(ctx: Context) {
  const queryProvider = createProviderQuery(ctx)
  for (;;) {
    const attempt = await takeDueAttempt(ctx.db, ctx.now)
    if (!attempt) return
    try {
      await applyVerdict(ctx, attempt, await queryProvider(attempt), readCallbackFacts(attempt))
    } catch (error) {
      ctx.log.error('payment-check', error, { attempt: attempt.id })
    }
  }
}

/** Runs every minute. Repairs, queries and ends attempts, checks refunds and claims, cancels old orders. */
export async function sweepPayments(ctx: Context) {
  await sweepInterruptedAttempts(ctx.db, ctx.now, providersQueriedByReference)
  await checkPayments(ctx)
  await endAttemptsReportedByCallback(ctx)
  await checkRefunds(ctx)
  await expireAbandonedCardPages(ctx.db, ctx.now)
  await sweepClaims(ctx)
  await cancelExpiredOrders(ctx.db, new Date(ctx.now.getTime() - ORDER_LIFETIME_MS))
  for (const attempt of await escalateUnsettledAttempts(ctx.db, ctx.now)) await trustCallbackOrEscalate(ctx, attempt)
}

/** Ends a prompt after two minutes, if a callback reported its end and no query confirmed that. The buyer can retry. */
async function endAttemptsReportedByCallback(ctx: Context) {
  for (const attempt of await selectAttemptsEndedByCallback(ctx.db, new Date(ctx.now.getTime() - PROMPT_INTERVAL_MS))) {
    const reportedResult = classifyResultCode(attempt.code)
    if (reportedResult.is !== 'ended') continue
    await ctx.transaction(async ({ db, live }) => {
      const [changed] = await markAttemptEndedByCallback(db, attempt.id, reportedResult.state)
      if (changed && attempt.userId) await live([attempt.userId], { type: 'order', orderId: attempt.orderId })
    })
  }
}

/**
 * Decides about an unconfirmed attempt, ten minutes after a callback or a day after submission. Trusts a callback only
 * if it came from Safaricom's addresses and the operator enabled `trustListed`. Otherwise the operator decides.
 */
async function trustCallbackOrEscalate(ctx: Context, attempt: Attempt) {
  const { reported, checkoutRequestId } = attempt
  const isFullPrice = reported?.amountMinor === attempt.amountMinor
  if (reported?.listed && isFullPrice && checkoutRequestId && ctx.config.payments.mpesa?.trustListed) {
    await settlePayment(ctx, {
      attempt: attempt.id,
      providerTxnId: checkoutRequestId,
      amountMinor: BigInt(attempt.amountMinor),
      currency: attempt.currency,
      livemode: attempt.livemode,
      receiptCode: reported.receiptCode,
      method: null,
      confirmedBy: 'callback',
    })
    return
  }
  ctx.log.info('payment-alert', { what: 'manual-queue', attempt: attempt.id, reported: reported !== null })
}
