import { randomBytes } from 'node:crypto'
import { closePeriod } from '#features/premium/grant-period.ts'
import type { Context } from '#platform/context.ts'
import { newId } from '#platform/id.ts'
import { Problem } from '#platform/problem.ts'
import { callbackOrigin } from './callback-origin.ts'
import { updateOrderState } from './ledger-rows.sql.ts'
import { reversePayment } from './mpesa-client.ts'
import { refundPaystack } from './paystack-client.ts'
import { hashToken } from './receive-event.ts'
import {
  lockRefund,
  type Refundable,
  updateReceiptCredited,
  updateRefundDone,
  updateRefundId,
  updateRefundManual,
  updateRefundSent,
} from './refund-rows.sql.ts'
import { refundStripe } from './stripe-client.ts'

/** What became of giving money back: by itself, or a person has to. */
export type Refunded = 'done' | 'sent' | 'manual'

type Doors = Pick<Context, 'config' | 'clock' | 'now' | 'log' | 'db' | 'transaction'>

/**
 * Gives a payment back through whoever took it, once: the row says so before anything is sent.
 * @throws Problem 'conflict' when it is on its way or has been given back.
 */
export async function refundPayment(ctx: Context, payment: Refundable, reason: string): Promise<Refunded> {
  const token = randomBytes(32).toString('hex')
  const id = await ctx.transaction(async ({ db }) => {
    const refund = await lockRefund(db, { ...payment, id: newId(ctx.now), reason, now: ctx.now })
    if (!refund) throw new Error('the refund was not written')
    if (refund.state === 'done') throw new Problem('conflict', 'This payment has been given back already.')
    if (refund.state === 'sent') throw new Problem('conflict', 'This payment is on its way back already.')
    await updateRefundSent(db, refund.id, hashToken(token), ctx.now)
    return refund.id
  })
  const sent = await send(ctx, payment, id, token)
  if (sent.is !== 'sent') {
    await updateRefundManual(ctx.db, id, 'manual')
    ctx.log.info('payment-alert', { what: 'refund-by-hand', refund: id, why: sent.is })
    return 'manual'
  }
  await updateRefundId(ctx.db, id, sent.id)
  if (!('done' in sent && sent.done)) return 'sent'
  await finishRefund(ctx, payment, id, null)
  return 'done'
}

async function send(ctx: Context, payment: Refundable, refund: string, token: string) {
  const { mpesa, card } = ctx.config.payments
  const amountMinor = BigInt(payment.amountMinor)
  const impossible = { is: 'refused', code: 'not-configured' } as const
  if (payment.livemode !== ctx.config.payments.livemode) return impossible
  if (payment.provider === 'mpesa') {
    if (!mpesa || payment.receiptCode === null) return impossible
    const resultUrl = `${callbackOrigin(ctx.config)}/api/payments/mpesa/cb/${token}`
    return reversePayment(ctx, mpesa, { receiptCode: payment.receiptCode, amountMinor, resultUrl })
  }
  if (card?.provider !== payment.provider) return impossible
  if (card.provider === 'paystack') return refundPaystack(card, { reference: payment.reference, amountMinor })
  return refundStripe(card, { session: payment.providerTxnId, amountMinor, key: refund })
}

/**
 * The money is back: what it bought ends now, its receipt gets the credit-note line.
 * `note`: what the operator did by hand. Done twice it changes nothing.
 */
export async function finishRefund(ctx: Doors, payment: Refundable, refund: string, note: string | null) {
  await ctx.transaction(async ({ db, live }) => {
    if (!(await updateRefundDone(db, refund, note, ctx.now))) return
    if (payment.disposition !== 'applied') return
    await closePeriod(db, payment.orderId, ctx.now)
    await updateReceiptCredited(db, payment.payment, payment.amountMinor, ctx.now)
    await updateOrderState(db, payment.orderId, 'refunded')
    if (payment.userId) await live([payment.userId], { type: 'order', orderId: payment.orderId })
  })
}
