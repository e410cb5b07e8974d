import type { Dispute } from './verdict.ts'

export type Checkout = {
  reference: string
  amountMinor: bigint
  currency: string
  email: string
  returnUrl: string
  orderId: string
  attemptId: string
}

/** What became of asking for a card page. `unknown`: ask again by its reference. */
export type Opened =
  | { is: 'sent'; checkoutUrl: string; checkoutRequestId: string | null }
  | { is: 'refused'; code: string }
  | { is: 'unknown' }

/**
 * What a card provider's event is about. Whether it is true is asked of the provider. `keys`: what it names the payment
 * by, the surest first.
 */
export type CardEvent =
  | { is: 'payment'; keys: string[] }
  | { is: 'refund'; keys: string[] }
  | { is: 'dispute'; keys: string[]; said: Dispute }
  | { is: 'other' }
