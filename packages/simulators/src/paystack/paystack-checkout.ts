import { paystackCards, type TestCard } from '../checkout/cards.ts'
import { type CardQuestions, type Checkout, type CheckoutStep, createCardQuestions } from '../checkout/checkout.ts'
import { isLoopback } from '../http/message-delivery.ts'
import type { Paystack } from './paystack.ts'
import { restoreRefunds } from './refund.ts'
import { transactionView } from './transaction-view.ts'
import type { Transaction } from './transactions.ts'
import { sendEvent } from './webhook.ts'

/** Returns the hosted page of a transaction. After a refused card, the payer can try another card. */
export function findPaystackCheckout(paystack: Paystack, accessCode: string): Checkout | undefined {
  const transaction = paystack.transactions.byAccessCode(accessCode)
  if (!transaction) return
  const { status, amount, currency, email, reference, questions, metadata } = transaction
  return {
    provider: 'Paystack',
    title: 'Card payment',
    amount,
    currency,
    facts: [...customFields(metadata), ['Reference', reference], ['For', email]],
    cards: paystackCards,
    over: ['success', 'pending', 'reversed'].includes(status) ? buildReturnUrl(transaction) : undefined,
    pay: (card) => pay(paystack, transaction, card),
    answer: (given) => (questions ? answer(paystack, transaction, questions, given) : { say: 'Pick a card first.' }),
    cancel: () => cancel(transaction),
  }
}

/** Returns the purchase details that Paystack shows to the payer, from `metadata.custom_fields`. */
function customFields(metadata: unknown): [string, string][] {
  const { custom_fields: fields } = (metadata ?? {}) as { custom_fields?: unknown }
  return (Array.isArray(fields) ? fields : []).flatMap((field: unknown): [string, string][] => {
    const { display_name: name, value } = (field ?? {}) as Record<string, unknown>
    return typeof name === 'string' && typeof value === 'string' ? [[name, value]] : []
  })
}

/**
 * Returns the redirect URL with the reference in two parameters, as at Paystack. A request to this URL does not prove a
 * payment.
 */
function buildReturnUrl({ callbackUrl, reference }: Transaction): string {
  if (!callbackUrl) return '/test/checkout'
  const url = new URL(callbackUrl)
  url.searchParams.set('trxref', reference)
  url.searchParams.set('reference', reference)
  return url.href
}

function pay(paystack: Paystack, transaction: Transaction, card: TestCard): CheckoutStep {
  transaction.questions = createCardQuestions(card)
  transaction.card = { brand: card.brand, number: card.number }
  transaction.status = 'ongoing'
  paystack.changed()
  const question = transaction.questions.current()
  return question ? { ask: question } : applyVerdict(paystack, transaction, card)
}

function answer(paystack: Paystack, transaction: Transaction, questions: CardQuestions, given: string): CheckoutStep {
  const outcome = questions.answer(given)
  if (outcome === 'decided') return applyVerdict(paystack, transaction, questions.card)
  const next = questions.current()
  if (outcome === 'ask' && next) return { ask: next }
  return fail(paystack, transaction, next === 'otp' ? 'Incorrect OTP' : 'Incorrect PIN')
}

function applyVerdict(paystack: Paystack, transaction: Transaction, { verdict }: TestCard): CheckoutStep {
  const { clock, changed } = paystack
  transaction.questions = undefined
  if (verdict === 'declined') return fail(paystack, transaction, 'Declined')
  if (verdict === 'insufficient') return fail(paystack, transaction, 'Insufficient Funds')
  if (verdict === 'timeout') {
    transaction.status = 'pending'
    scheduleAbandonment(paystack, transaction)
  } else {
    const paidAt = clock.now().toISOString()
    Object.assign(transaction, { status: 'success', gatewayResponse: 'Successful', paidAt })
    sendEvent(paystack, 'charge.success', transactionView(transaction))
  }
  changed()
  return { goTo: buildReturnUrl(transaction) }
}

/**
 * Restores the transactions of an earlier run. A transaction with the status `ongoing` becomes `abandoned`. A `pending`
 * one fails after the delay `bankTimeout`.
 */
export function restoreTransactions(paystack: Paystack, saved: Transaction[]): void {
  for (const savedTransaction of saved) {
    // State files of older releases contain no refunds.
    const transaction = { ...savedTransaction, refunds: [...(savedTransaction.refunds ?? [])], questions: undefined }
    if (transaction.status === 'ongoing') transaction.status = 'abandoned'
    restoreRefunds(paystack, transaction)
    paystack.transactions.add(transaction)
    if (transaction.status === 'pending') scheduleAbandonment(paystack, transaction)
  }
}

function scheduleAbandonment(paystack: Paystack, transaction: Transaction): void {
  paystack.clock.after(paystack.delays.bankTimeout, () => {
    if (transaction.status === 'pending') fail(paystack, transaction, 'Transaction timed out')
  })
}

/** Ends a payment as failed. Paystack sends no event for a failure, so the merchant must verify the transaction. */
function fail({ changed }: Paystack, transaction: Transaction, gatewayResponse: string): CheckoutStep {
  Object.assign(transaction, { status: 'failed', gatewayResponse, questions: undefined })
  changed()
  return { goTo: buildReturnUrl(transaction) }
}

function cancel(transaction: Transaction): CheckoutStep {
  if (transaction.status === 'ongoing') transaction.status = 'abandoned'
  transaction.questions = undefined
  const { cancel_action: cancelUrl } = (transaction.metadata ?? {}) as { cancel_action?: unknown }
  return { goTo: typeof cancelUrl === 'string' && isLoopback(cancelUrl) ? cancelUrl : buildReturnUrl(transaction) }
}
