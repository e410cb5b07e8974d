import type { CardProviderName } from '@pawtrait/contract/payments/payments.ts'
import type { CardSettings } from '#app/config/payment-settings.ts'
import type { Attempt } from '#features/payments/queries.ts'
import type { DisputeState, ProviderRefund, Verdict } from './verdict.ts'

export type Checkout = {
  reference: string
  amountMinor: bigint
  currency: string
  email: string
  returnUrl: string
  orderId: string
  attemptId: string
}

/** Result of opening a card page. `unknown`: the provider may have opened the page, but the app has no URL of it. */
export type CardPageResult =
  | { is: 'sent'; checkoutUrl: string; checkoutRequestId: string | null }
  | { is: 'refused'; code: string }
  | { is: 'unknown' }

/** Unconfirmed event of a card provider. `keys`: ids that identify the payment, most specific first. */
export type CardEvent =
  | { is: 'payment'; keys: string[] }
  | { is: 'refund'; keys: string[] }
  | { is: 'dispute'; keys: string[]; said: DisputeState }
  | { is: 'other' }

/** Identifies a completed payment by our reference and the provider's transaction id. */
type CapturedPayment = { reference: string; providerTxnId: string }

/** `key`: idempotency key of a refund request. Automatic retries use the same key, later requests a new one. */
type Refund = { amountMinor: bigint; key: string }

/**
 * Result of sending a refund. `done`: true if the refund completed at once; otherwise the provider reports the outcome
 * later. `refused`: the refund was not started. `unknown`: the refund may have been started.
 */
export type RefundResult =
  | { is: 'sent'; id: string | null; done?: boolean }
  | { is: 'refused'; code: string }
  | { is: 'unknown' }

/**
 * Interface of a card provider; `card-account.ts` selects one. A new provider needs a folder, an entry there, a name
 * and webhook path in the contract, settings in `payment-settings.ts`, and a migration of the check constraints.
 */
export type CardProvider<Settings extends CardSettings> = {
  /** Name of the webhook header with the signature, in lower case. */
  signatureHeader: string
  /** True if our reference is enough to query an attempt. A query then works even if a crash lost the provider's id. */
  isQueriedByReference: boolean
  /** Parses an event, even if this instance no longer uses the provider. */
  readEvent: (raw: Buffer) => CardEvent
  /**
   * Returns the provider's id of an event, for deduplication; if undefined, the event's bytes are used. This function
   * is absent if the provider has no event ids. Then two identical refund events may be two different refunds.
   */
  readEventId?: (raw: Buffer) => string | undefined
  createAccount: (settings: Settings) => CardAccount
}

export type CardAccount = {
  name: CardProviderName
  /** Verifies the signature of the bytes. If the signature contains a time, rejects old signatures as replays. */
  verifySignature: (raw: Buffer, signature: string | undefined, now: Date) => boolean | Promise<boolean>
  openPage: (checkout: Checkout) => Promise<CardPageResult>
  queryAttempt: (attempt: Pick<Attempt, 'reference' | 'checkoutRequestId'>) => Promise<Verdict>
  /** Returns all refunds of a payment, including dashboard refunds; undefined if the response is invalid. */
  listRefunds: (payment: CapturedPayment) => Promise<ProviderRefund[] | undefined>
  refund: (payment: CapturedPayment, refund: Refund) => Promise<RefundResult>
  /**
   * Returns the state of the dispute in an event, if there is one. This function is absent if the provider's events
   * contain the state. @throws if the provider does not respond.
   */
  queryDispute?: (keys: readonly string[]) => Promise<DisputeState | undefined>
  /**
   * Finds checkout and payment intent for an event with only the provider's ids. The intent identifies later events.
   * This function is absent if the provider's events contain our ids. @throws if the provider does not respond.
   */
  findCheckout?: (keys: readonly string[]) => Promise<{ checkoutRequestId: string; intent: string } | undefined>
}
