import { sweepClaims } from '#features/payments/claims/ask-claim.ts'
import { sweepOldOrders } from '#features/payments/orders/order-queries.ts'
import { ORDER_MS, WAIT_MS } from '#features/payments/orders/start-attempt.ts'
import { askProvider } from '#features/payments/providers/ask-provider.ts'
import { askedByReference } from '#features/payments/providers/card-here.ts'
import { judgeResultCode } from '#features/payments/providers/mpesa/judge-result.ts'
import { type Attempt, claimDueAttempt } from '#features/payments/queries.ts'
import { checkRefunds } from '#features/payments/refunds/check-refunds.ts'
import type { Context } from '#platform/context.ts'
import { applyVerdict } from './apply-verdict.ts'
import { settlePayment } from './settle-payment.ts'
import {
  selectHeardAttempts,
  sweepAbandonedCards,
  sweepEarlyAttempts,
  sweepUnsettledAttempts,
  updateAttemptGivenUp,
} from './sweep-queries.ts'

/** What a callback said, in the form `applyVerdict` takes it. */
const heardOf = ({ reported }: Attempt) => ({
  amountMinor: reported?.amountMinor ? BigInt(reported.amountMinor) : null,
  receiptCode: reported?.receiptCode ?? null,
})

/** Asks about every attempt that is due. Callbacks may never come: this settles without them. */
export async function checkPayments(ctx: Context) {
  const ask = askProvider(ctx)
  for (;;) {
    const attempt = await claimDueAttempt(ctx.db, ctx.now)
    if (!attempt) return
    try {
      await applyVerdict(ctx, attempt, await ask(attempt), heardOf(attempt))
    } catch (error) {
      ctx.log.error('payment-check', error, { attempt: attempt.id })
    }
  }
}

/** Every minute: what crashes left half done, what nobody answers, and what is due. */
export async function sweepPayments(ctx: Context) {
  await sweepEarlyAttempts(ctx.db, ctx.now, askedByReference)
  await checkPayments(ctx)
  await giveUpHeard(ctx)
  await checkRefunds(ctx)
  await sweepAbandonedCards(ctx.db, ctx.now)
  await sweepClaims(ctx)
  await sweepOldOrders(ctx.db, new Date(ctx.now.getTime() - ORDER_MS))
  for (const attempt of await sweepUnsettledAttempts(ctx.db, ctx.now)) await trustOrHandOver(ctx, attempt)
}

/** A prompt that a callback called ended, and no query: once it cannot ring any more, another one may. */
async function giveUpHeard(ctx: Context) {
  for (const heard of await selectHeardAttempts(ctx.db, new Date(ctx.now.getTime() - WAIT_MS))) {
    const judged = judgeResultCode(heard.code)
    if (judged.is !== 'ended') continue
    await ctx.transaction(async ({ db, live }) => {
      const [over] = await updateAttemptGivenUp(db, heard.id, judged.state)
      if (over && heard.userId) await live([heard.userId], { type: 'order', orderId: heard.orderId })
    })
  }
}

/**
 * The query stayed silent for ten minutes after a callback: granted on the callback alone only when it came from
 * Safaricom's addresses and the operator's switch says so; else a person decides.   @see payments.md §3.4
 */
async function trustOrHandOver(ctx: Context, attempt: Attempt) {
  const { reported, checkoutRequestId } = attempt
  const same = reported?.amountMinor === attempt.amountMinor
  if (reported?.listed && same && checkoutRequestId && ctx.config.payments.mpesa?.trustListed) {
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
