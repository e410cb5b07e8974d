import type { Order } from '@pawtrait/contract/payments/payments.ts'

/**
 * What the pay sheet shows: the number to be typed, a prompt on the phone, a card that its bank is asked about, a card
 * page that was left before a card was used, somebody being asked, money that came or goes back, or a try that ended
 * without any.
 */
export type PayView = 'phone' | 'waiting' | 'card' | 'unused' | 'checking' | 'paid' | 'ended' | 'returned'

/** Which of them an order calls for. */
export function viewOrder(order: Pick<Order, 'state' | 'attempt' | 'refundDue'> | undefined): PayView {
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
    // Another amount than asked: the order is not fulfilled, the money goes back.
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

/** The answer is still to come, or may. */
export const isOpen = (order: Parameters<typeof viewOrder>[0]): boolean =>
  ['waiting', 'card', 'unused', 'checking'].includes(viewOrder(order))
