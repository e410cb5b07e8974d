import { createHash } from 'node:crypto'
import { markBigId } from './envelope.ts'
import type { Transaction } from './transactions.ts'

// Paystack's fee for local cards: 2.9 %.
const feeShare = 0.029

/** Returns a transaction in the format of verify responses and webhooks. */
export function transactionView(transaction: Transaction) {
  const { id, status, reference, amount, currency, paidAt, createdAt, metadata, email } = transaction
  const paid = paidAt !== undefined
  return {
    id: markBigId(id),
    domain: 'test',
    status,
    reference,
    amount,
    message: null,
    gateway_response: transaction.gatewayResponse,
    paid_at: paidAt ?? null,
    created_at: createdAt,
    channel: 'card',
    currency,
    ip_address: '127.0.0.1',
    metadata: metadata ?? '',
    fees: paid ? Math.round(amount * feeShare) : null,
    authorization: transaction.card ? authorization(transaction) : {},
    customer: { id: 181873746, email, customer_code: `CUS_${hash(email).slice(0, 15)}` },
    plan: null,
    requested_amount: amount,
  }
}

function authorization({ card, reference, paidAt }: Transaction) {
  const number = card?.number ?? ''
  return {
    authorization_code: `AUTH_${hash(reference).slice(0, 10)}`,
    bin: number.slice(0, 6),
    last4: number.slice(-4),
    exp_month: '12',
    exp_year: '2030',
    channel: 'card',
    card_type: card?.brand ?? '',
    bank: 'TEST BANK',
    country_code: 'KE',
    brand: card?.brand ?? '',
    reusable: paidAt !== undefined,
    signature: `SIG_${hash(number).slice(0, 20)}`,
  }
}

const hash = (text: string) => createHash('sha256').update(text).digest('hex')
