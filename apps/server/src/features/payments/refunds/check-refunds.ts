import { DAY_MS, HOUR_MS } from '@pawtrait/contract/durations.ts'
import { findCardAccountForPayment } from '#features/payments/providers/card-account.ts'
import type { ProviderRefund } from '#features/payments/providers/verdict.ts'
import type { Context } from '#platform/context.ts'
import { escalateRefund, recordProviderRefunds } from './handle-refund.ts'
import { type RefundablePayment, selectRefundableById, takeDueRefund } from './refund-queries.ts'

/** Queries the provider about each sent refund that has no result. Escalates overdue refunds to the operator. */
export async function checkRefunds(ctx: Context) {
  for (;;) {
    const due = await takeDueRefund(ctx.db, ctx.now)
    if (!due) return
    try {
      const payment = await selectRefundableById(ctx.db, due.payment)
      if (payment) await checkRefund(ctx, payment)
    } catch (error) {
      ctx.log.error('refund-check', error, { payment: due.payment })
    }
  }
}

async function checkRefund(ctx: Context, payment: RefundablePayment) {
  const { refund } = payment
  if (refund?.state !== 'sent' || refund.sentAt === null) return
  const card = findCardAccountForPayment(ctx, payment)
  const providerRefunds = await card?.listRefunds(payment)
  const outcome = providerRefunds && (await recordProviderRefunds(ctx, payment, providerRefunds))
  if (outcome === 'refunded' || outcome === 'refund-by-hand') return
  const reason = findDelayReason(ctx.now.getTime() - Date.parse(refund.sentAt), card !== undefined, providerRefunds)
  if (reason) await escalateRefund(ctx, refund.id, reason)
}

/** Returns the reason why a refund of this age needs the operator; undefined while it may still complete. */
function findDelayReason(
  age: number,
  canQuery: boolean,
  providerRefunds: readonly ProviderRefund[] | undefined,
): string | undefined {
  // M-Pesa sends the result of a reversal once, within a minute. The app cannot query this result.
  if (!canQuery) return age >= HOUR_MS ? 'no-result' : undefined
  if (!providerRefunds) return age >= DAY_MS ? 'no-answer' : undefined
  // No refund is pending at the provider, so the provider has not received our request.
  if (!providerRefunds.some(({ state }) => state === 'pending')) return age >= HOUR_MS ? 'not-begun' : undefined
  return age >= 14 * DAY_MS ? 'slow' : undefined // A bank may take ten working days for a refund.
}
