import type { TestCard } from '../checkout/cards.ts'
import type { Questions } from '../checkout/checkout.ts'

/** `ongoing` while the payer is at it, `pending` while a bank does not answer (payments.md §2.1). */
export type TransactionStatus = 'abandoned' | 'ongoing' | 'pending' | 'success' | 'failed' | 'reversed'

/** One transaction. Amounts in subunits (cents), times in ISO 8601. */
export type Transaction = {
  /** An unsigned 64-bit integer: too big for a JavaScript number (payments.md §2.1). */
  id: string
  reference: string
  accessCode: string
  email: string
  amount: number
  currency: string
  callbackUrl: string | undefined
  /** As given by the merchant, echoed. */
  metadata: unknown
  status: TransactionStatus
  gatewayResponse: string
  createdAt: string
  paidAt: string | undefined
  card: Pick<TestCard, 'brand' | 'number'> | undefined
  refunded: number
  /** Whoever asked for them, oldest first. */
  refunds: { id: number; amount: number; status: 'pending' | 'processed'; createdAt: string }[]
  questions: Questions | undefined
}

/** The transactions there are, newest last. */
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
