import type { TestCard } from '../checkout/cards.ts'
import type { CardQuestions } from '../checkout/checkout.ts'

/** `ongoing`: the payer is on the payment page. `pending`: the bank has not decided yet. */
export type TransactionStatus = 'abandoned' | 'ongoing' | 'pending' | 'success' | 'failed' | 'reversed'

/** A transaction. Amounts are in cents, times in ISO 8601. */
export type Transaction = {
  /** An unsigned 64-bit integer as text, because it is too large for a JavaScript number. */
  id: string
  reference: string
  accessCode: string
  email: string
  amount: number
  currency: string
  callbackUrl: string | undefined
  /** Data of the merchant, which Paystack returns unchanged. */
  metadata: unknown
  status: TransactionStatus
  gatewayResponse: string
  createdAt: string
  paidAt: string | undefined
  card: Pick<TestCard, 'brand' | 'number'> | undefined
  refunded: number
  /** All refunds, oldest first. */
  refunds: { id: number; amount: number; status: 'pending' | 'processed'; createdAt: string }[]
  questions: CardQuestions | undefined
}

/** All transactions, newest last. */
export type Transactions = {
  add(transaction: Transaction): void
  byReference(reference: string): Transaction | undefined
  byAccessCode(code: string): Transaction | undefined
  all(): Transaction[]
}

export function makeTransactions(): Transactions {
  const byReference = new Map<string, Transaction>()
  const all = () => [...byReference.values()]
  return {
    add: (transaction) => void byReference.set(transaction.reference, transaction),
    byReference: (reference) => byReference.get(reference),
    byAccessCode: (code) => all().find(({ accessCode }) => accessCode === code),
    all,
  }
}
