import type { DisputeStage } from '../checkout/checkout.ts'
import { markBigId } from './envelope.ts'
import type { Paystack } from './paystack.ts'
import { transactionView } from './transaction-view.ts'
import { sendEvent } from './webhook.ts'

const disputeEvents = {
  open: { event: 'charge.dispute.create', status: 'awaiting-merchant-feedback', resolution: null },
  lost: { event: 'charge.dispute.resolve', status: 'resolved', resolution: 'merchant-accepted' },
  won: { event: 'charge.dispute.resolve', status: 'resolved', resolution: 'declined' },
} as const

/** Opens or decides a chargeback. Returns false for an unpaid transaction. */
export function disputeTransaction(paystack: Paystack, reference: string, stage: DisputeStage): boolean {
  const transaction = paystack.transactions.byReference(reference)
  if (transaction?.status !== 'success') return false
  const { event, status, resolution } = disputeEvents[stage]
  sendEvent(paystack, event, {
    id: markBigId(transaction.id),
    refund_amount: transaction.amount,
    currency: transaction.currency,
    status,
    resolution,
    domain: 'test',
    category: 'chargeback',
    transaction: transactionView(transaction),
  })
  return true
}
