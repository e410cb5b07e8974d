import type { Order } from '@pawtrait/contract/payments/payments.ts'

/**
 * View of the pay sheet. `phone`: phone number form. `waiting`: prompt sent to the phone. `card`: the bank checks the
 * card. `unused`: the buyer left the card page without paying. `checking`: outcome unknown. `paid`: the plan is active.
 * `returned`: the payment is or will be refunded. `ended`: the attempt failed, expired or was cancelled.
 */
export type PayView = 'phone' | 'waiting' | 'card' | 'unused' | 'checking' | 'paid' | 'ended' | 'returned'

export function selectPayView(order: Pick<Order, 'state' | 'attempt' | 'refundDue'> | undefined): PayView {
  if (order?.state === 'fulfilled') return 'paid'
  if (order?.state === 'refunded') return 'returned'
  const attempt = order?.attempt
  if (!attempt) return 'phone'
  switch (attempt.state) {
    case 'created':
    case 'submitting':
    case 'pending':
      if (attempt.method === 'mpesa') return 'waiting'
      return attempt.cardUnused ? 'unused' : 'card'
    // The buyer has paid, but the plan is not active. If `refundDue` is true, the amount was wrong and will be
    // refunded.
    case 'paid':
      return order.refundDue ? 'returned' : 'checking'
    case 'unknown':
      return 'checking'
    case 'failed':
    case 'canceled':
    case 'expired':
      return 'ended'
  }
}

/** Returns whether the payment has no result yet. */
export const isPaymentPending = (order: Parameters<typeof selectPayView>[0]): boolean =>
  ['waiting', 'card', 'unused', 'checking'].includes(selectPayView(order))
