import type { Order } from '@pawtrait/contract/payments/payments.ts'

/**
 * View of the pay sheet. `phone`: number form. `waiting`: prompt on the phone. `card`: the bank is being asked.
 * `unused`: the card page was left without a payment. `checking`: outcome being queried. `paid` and `returned`:
 * money received, or on its way back. `ended`: a try without money.
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
    // The amount differs from the order's: it is not fulfilled, and the money is refunded.
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

/** Returns whether the result is, or may be, pending. */
export const isPaymentPending = (order: Parameters<typeof selectPayView>[0]): boolean =>
  ['waiting', 'card', 'unused', 'checking'].includes(selectPayView(order))
