import type { Order } from '@pawtrait/contract/payments/payments.ts'

/**
 * View of the pay sheet. `phone`: number form. `waiting`: the phone has the prompt. `card`: the bank checks the card.
 * `unused`: the user left the card page without paying. `checking`: the outcome is unknown. `paid`: the plan is active.
 * `returned`: the payment is refunded. `ended`: the attempt failed.
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
    // Paid but not fulfilled. With `refundDue` the amount differed from the price, and the payment will be refunded.
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

/** Returns whether the result of the payment is still pending. */
export const isPaymentPending = (order: Parameters<typeof selectPayView>[0]): boolean =>
  ['waiting', 'card', 'unused', 'checking'].includes(selectPayView(order))
