import { parseReceiptNumber } from '#features/payments/receipts/show-receipt.ts'
import type { Context, UserContext } from '#platform/context.ts'
import { newId } from '#platform/database/id.ts'
import { Problem } from '#platform/problem.ts'
import { selectRefundableByReceipt } from './refund-queries.ts'
import { insertRefundRequest, markRefundRequestRefused } from './refund-request-queries.ts'
import { findPayment, isRefundPeriodOver } from './start-refund.ts'

/**
 * Requests a refund for one of the viewer's receipts. The operator decides about it.
 * @throws Problem 'not-found' for another user's receipt; 'conflict' after 14 days, or after an earlier request, refund
 * or lost chargeback of the payment
 */
export async function requestRefund(ctx: UserContext, number: string, text: string): Promise<void> {
  const { livemode, no } = parseReceiptNumber(number)
  const payment = await selectRefundableByReceipt(ctx.db, livemode, no)
  if (payment?.userId !== ctx.viewer) throw new Problem('not-found', 'There is no such receipt.')
  if (payment.refund || payment.isTaken || payment.creditedMinor !== '0')
    throw new Problem('conflict', 'This payment was refunded, or the refund is on its way.')
  if (isRefundPeriodOver(payment, ctx.now)) throw new Problem('conflict', 'You can ask for a refund for 14 days.')
  const request = { id: newId<string>(ctx.now), user: ctx.viewer, payment: payment.payment, words: text, livemode }
  if (!(await insertRefundRequest(ctx.db, { ...request, now: ctx.now })))
    throw new Problem('conflict', 'A refund of this payment was requested before.')
  ctx.log.info('payment-alert', { what: 'refund-asked-for', payment: payment.payment })
}

/** Refuses a refund request and gives the buyer a reason. @throws Problem 'not-found' if no request is open */
export async function refuseRefund(ctx: Context, name: string, why: string): Promise<void> {
  const { payment } = await findPayment(ctx, name)
  const request = await markRefundRequestRefused(ctx.db, payment, why, ctx.now)
  if (!request)
    throw new Problem('not-found', `There is no open refund request for "${name}": "payments" lists open requests.`)
  await ctx.live.send(ctx.db, [request.userId], { type: 'order', orderId: request.orderId })
}
