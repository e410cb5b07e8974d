import { jsonObject, type WireAnswer, type WireRequest } from '../http/wire.ts'
import { accepted, bigId, refused } from './envelope.ts'
import type { Paystack } from './paystack.ts'
import type { Transaction } from './transactions.ts'
import { sendEvent } from './webhook.ts'

/** Takes a payment back, whole or in part; accepted as pending, done later (payments.md §2.1). */
export function refund(paystack: Paystack, request: WireRequest): WireAnswer {
  const { transaction: reference, amount: wanted } = jsonObject(request) ?? {}
  const transaction = paystack.transactions.byReference(String(reference))
  if (!transaction) return refused(404, 'Transaction not found')
  if (!['success', 'reversed'].includes(transaction.status)) return refused(400, 'Transaction is not refundable')
  const left = transaction.amount - transaction.refunded
  if (left === 0) return refused(400, 'Transaction has been fully reversed')
  const amount = wanted === undefined ? left : Number(wanted)
  if (!Number.isInteger(amount) || amount < 1 || amount > left) return refused(400, 'Refund amount is invalid')
  transaction.refunded += amount
  const view = (status: string) => refundView(transaction, amount, status, paystack.clock.now())
  sendEvent(paystack, 'refund.pending', asEvent(transaction, amount, 'pending'))
  paystack.clock.after(paystack.delays.refund, () => {
    if (transaction.refunded === transaction.amount) transaction.status = 'reversed'
    sendEvent(paystack, 'refund.processed', asEvent(transaction, amount, 'processed'))
    paystack.changed()
  })
  paystack.changed()
  return accepted('Refund has been queued for processing', view('pending'))
}

function refundView({ id, reference, currency }: Transaction, amount: number, status: string, now: Date) {
  return {
    transaction: { id: bigId(id), domain: 'test', reference, currency },
    domain: 'test',
    currency,
    amount,
    status,
    channel: 'card',
    expected_at: now.toISOString(),
    createdAt: now.toISOString(),
  }
}

/** In events the amount is text (payments.md §2.1). */
function asEvent({ reference, currency, email }: Transaction, amount: number, status: string) {
  return {
    status,
    transaction_reference: reference,
    refund_reference: null,
    amount: String(amount),
    currency,
    domain: 'test',
    customer: { email },
  }
}
