import type { CardProviderName } from '@pawtrait/contract/payments/payments.ts'
import type { CardSettings } from '#app/config/payment-settings.ts'
import type { Attempt } from '#features/payments/queries.ts'
import type { Dispute, ProviderRefund, Verdict } from './verdict.ts'

export type Checkout = {
  reference: string
  amountMinor: bigint
  currency: string
  email: string
  returnUrl: string
  orderId: string
  attemptId: string
}

/** Result of opening a card page. `unknown`: query the attempt by its reference. */
export type CardPageResult =
  | { is: 'sent'; checkoutUrl: string; checkoutRequestId: string | null }
  | { is: 'refused'; code: string }
  | { is: 'unknown' }

/** Event of a card provider, to be confirmed by a query. `keys`: its ids of the payment, most specific first. */
export type CardEvent =
  | { is: 'payment'; keys: string[] }
  | { is: 'refund'; keys: string[] }
  | { is: 'dispute'; keys: string[]; said: Dispute }
  | { is: 'other' }

/** A completed payment, named by our reference and by the provider's transaction id. */
type CapturedPayment = { reference: string; providerTxnId: string }

/** `key`: idempotency key of one refund call and its retries. A new call for the same refund has a new key. */
type Refund = { amountMinor: bigint; key: string }

/**
 * Result of sending a refund. `done`: completed at once; otherwise the provider reports later. `refused`: not started.
 * `unknown`: may have started.
 */
export type RefundResult =
  | { is: 'sent'; id: string | null; done?: boolean }
  | { is: 'refused'; code: string }
  | { is: 'unknown' }

/**
 * Interface of a card provider: `paystack/` and `stripe/` implement it, `card-account.ts` selects one. A new provider
 * needs a folder, an entry in `card-account.ts`, a name and webhook path in the contract, settings in
 * `payment-settings.ts`, and a migration of the tables' checks.
 */
export type CardProvider<Settings extends CardSettings> = {
  /** Webhook header that holds the signature, in lower case. */
  signatureHeader: string
  /** Whether an attempt can be queried by our reference alone, even if a crash hid whether its page was opened. */
  isQueriedByReference: boolean
  /** Parses an event, whether or not this instance still sells through the provider. */
  readEvent: (raw: Buffer) => CardEvent
  /**
   * Returns the provider's id of an event, for deduplication; undefined: the bytes of the event are its id. A provider
   * without event ids has no `readEventId`; two of its refund events with equal bytes may be two refunds.
   */
  readEventId?: (raw: Buffer) => string | undefined
  at: (settings: Settings) => CardAccount
}

export type CardAccount = {
  name: CardProviderName
  /** Whether the provider signed these bytes. Rejects old signatures as replays if the provider signs the time. */
  hasSent: (raw: Buffer, signature: string | undefined, now: Date) => boolean | Promise<boolean>
  openPage: (checkout: Checkout) => Promise<CardPageResult>
  ask: (attempt: Pick<Attempt, 'reference' | 'checkoutRequestId'>) => Promise<Verdict>
  /** Returns all refunds of a payment, also those made on the dashboard; undefined without a valid response. */
  listRefunds: (payment: CapturedPayment) => Promise<ProviderRefund[] | undefined>
  refund: (payment: CapturedPayment, refund: Refund) => Promise<RefundResult>
  /**
   * Returns the state of the dispute that an event is about; undefined when there is none. Absent for a provider
   * with the whole state in its events.
   * @throws when the provider does not respond.
   */
  askDispute?: (keys: readonly string[]) => Promise<Dispute | undefined>
  /**
   * Returns the checkout of an event that only contains the provider's own ids, and the payment intent that later
   * events contain. Absent for a provider with our ids in its events.
   * @throws when the provider does not respond.
   */
  lookUp?: (keys: readonly string[]) => Promise<{ checkoutRequestId: string; intent: string } | undefined>
}
