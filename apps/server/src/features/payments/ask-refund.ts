import type { Context } from '#platform/context.ts'
import { newId } from '#platform/id.ts'
import { Problem } from '#platform/problem.ts'
import { finishRefund, refundPayment } from './refund-payment.ts'
import { lockRefund, type Refundable, selectRefundableById, selectRefundableByReceipt } from './refund-rows.sql.ts'
import { readReceiptNumber } from './show-receipt.ts'

const DAYS = 14
const DAY_MS = 24 * 60 * 60_000

/** @throws Problem 'not-found' when neither a receipt nor a line of the queue is called that. */
async function findPayment(ctx: Context, name: string): Promise<Refundable> {
  const { livemode, no } = readReceiptNumber(name)
  const found = /^(PT|TEST)-\d{6,9}$/.test(name)
    ? await selectRefundableByReceipt(ctx.db, livemode, no)
    : /^[0-9a-f-]{36}$/.test(name)
      ? await selectRefundableById(ctx.db, name)
      : undefined
  if (!found) throw new Problem('not-found', `There is no receipt or queue line "${name}".`)
  return found
}

/**
 * The operator wants a payment given back: the running app does it, now or when it starts.
 * `anyway`: also after the 14 days in which people may ask for it (payments.md §3.4).
 * @throws Problem 'not-found'; 'conflict' when it is given back already or asked for too late.
 */
export async function askRefund(ctx: Context, name: string, reason: string, anyway: boolean): Promise<Refundable> {
  const payment = await findPayment(ctx, name)
  const state = payment.refund?.state
  if (state === 'done' || state === 'sent')
    throw new Problem('conflict', `This payment ${state === 'done' ? 'has been given back' : 'is on its way back'}.`)
  const late = ctx.now.getTime() - Date.parse(payment.paidAt) > DAYS * DAY_MS
  if (payment.disposition === 'applied' && late && !anyway)
    throw new Problem('conflict', `It was paid more than ${DAYS} days ago. To give it back nevertheless: --anyway`)
  await ctx.transaction(async ({ db, job }) => {
    await lockRefund(db, { ...payment, id: newId(ctx.now), reason, now: ctx.now })
    await job('return-money', { payment: payment.payment, reason })
  })
  return payment
}

/** The operator has given a payment back by hand and writes down how. @throws Problem 'not-found'. */
export async function noteRefund(ctx: Context, name: string, note: string) {
  const payment = await findPayment(ctx, name)
  const refund = await lockRefund(ctx.db, { ...payment, id: newId(ctx.now), reason: 'by hand', now: ctx.now })
  if (refund) await finishRefund(ctx, payment, refund.id, note)
}

/** The job behind `askRefund`; run twice it gives back once. */
export async function returnMoney(ctx: Context, { payment, reason }: { payment: string; reason: string }) {
  const found = await selectRefundableById(ctx.db, payment)
  if (!found || found.refund?.state === 'done' || found.refund?.state === 'sent') return
  await refundPayment(ctx, found, reason)
}
