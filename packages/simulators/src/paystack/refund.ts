import { randomInt } from 'node:crypto'
import { parseJsonObject, type WireRequest, type WireResponse } from '../http/http-routing.ts'
import { markBigId, paystackErrorResponse, paystackSuccessResponse } from './envelope.ts'
import type { Paystack } from './paystack.ts'
import type { Transaction } from './transactions.ts'
import { sendEvent } from './webhook.ts'

/** Accepts a full or partial refund as pending and completes it later. */
export function createRefund(paystack: Paystack, request: WireRequest): WireResponse {
  const { transaction: reference, amount: requestedAmount } = parseJsonObject(request) ?? {}
  const transaction = paystack.transactions.byReference(String(reference))
  if (!transaction) return paystackErrorResponse(404, 'Transaction not found')
  if (!['success', 'reversed'].includes(transaction.status))
    return paystackErrorResponse(400, 'Transaction is not refundable')
  const remaining = transaction.amount - transaction.refunded
  if (remaining === 0) return paystackErrorResponse(400, 'Transaction has been fully reversed')
  const amount = requestedAmount === undefined ? remaining : Number(requestedAmount)
  if (!Number.isInteger(amount) || amount < 1 || amount > remaining)
    return paystackErrorResponse(400, 'Refund amount is invalid')
  return paystackSuccessResponse(
    'Refund has been queued for processing',
    refundView(transaction, queueRefund(paystack, transaction, amount)),
  )
}

type Refund = Transaction['refunds'][number]

function queueRefund(paystack: Paystack, transaction: Transaction, amount: number): Refund {
  const refund: Refund = {
    id: randomInt(1_000_000, 9_999_999),
    amount,
    status: 'pending',
    createdAt: paystack.clock.now().toISOString(),
  }
  transaction.refunded += amount
  transaction.refunds.push(refund)
  sendEvent(paystack, 'refund.pending', refundEvent(transaction, amount, 'pending'))
  processLater(paystack, transaction, refund)
  paystack.changed()
  return refund
}

function processLater(paystack: Paystack, transaction: Transaction, refund: Refund): void {
  paystack.clock.after(paystack.delays.refund, () => {
    refund.status = 'processed'
    if (transaction.refunds.filter(({ status }) => status === 'processed').reduce(sum, 0) === transaction.amount)
      transaction.status = 'reversed'
    sendEvent(paystack, 'refund.processed', refundEvent(transaction, refund.amount, 'processed'))
    paystack.changed()
  })
}

const sum = (total: number, { amount }: Refund) => total + amount

/** Continues pending refunds of an earlier run. */
export function restoreRefunds(paystack: Paystack, transaction: Transaction): void {
  for (const refund of transaction.refunds) if (refund.status === 'pending') processLater(paystack, transaction, refund)
}

/**
 * Refunds a payment, as a merchant would on the provider's dashboard. Returns false for an unpaid payment or too large
 * an amount.
 */
export function refundAtDashboard(paystack: Paystack, reference: string, amount: number | undefined): boolean {
  const transaction = paystack.transactions.byReference(reference)
  const remaining = transaction ? transaction.amount - transaction.refunded : 0
  if (transaction?.status !== 'success' || remaining < (amount ?? 1)) return false
  queueRefund(paystack, transaction, amount ?? remaining)
  return true
}

/**
 * Returns all refunds, or the refunds of the transaction with the given id. In this list, a refund contains only the
 * id of its transaction.
 */
export function listRefunds({ transactions }: Paystack, { query }: WireRequest): WireResponse {
  const transactionId = query.get('transaction')
  const refunds = transactions
    .all()
    .filter(({ id }) => transactionId === null || id === transactionId)
    .flatMap((transaction) =>
      transaction.refunds.map((refund) => ({
        ...refundView(transaction, refund),
        transaction: markBigId(transaction.id),
      })),
    )
  return paystackSuccessResponse('Refunds retrieved', refunds)
}

function refundView({ id, reference, currency }: Transaction, refund: Refund) {
  return {
    transaction: { id: markBigId(id), domain: 'test', reference, currency },
    id: refund.id,
    domain: 'test',
    currency,
    amount: refund.amount,
    status: refund.status,
    channel: 'card',
    expected_at: refund.createdAt,
    createdAt: refund.createdAt,
  }
}

/** Returns a refund in the format of webhook events, in which the amount is text. */
function refundEvent({ reference, currency, email }: Transaction, amount: number, status: string) {
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
