import type { CardProviderName } from '@pawtrait/contract/payments/payments.ts'
import type { CardSettings } from '#app/config/payment-settings.ts'
import type { Attempt } from '#features/payments/queries.ts'
import type { Dispute, Returned, Verdict } from './verdict.ts'

/** What a card page is opened for. */
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

/** A payment by its two names: our reference, and what the provider's own verdict called it. */
type Taken = { reference: string; providerTxnId: string }

/** `key` is of one sending and its repeats: another sending of the same refund has another. */
type Refund = { amountMinor: bigint; key: string }

/**
 * What became of sending money back. `done`: it has gone, else the provider tells later. `refused`: nothing was begun.
 * `unknown`: it may have been.
 */
export type RefundSent =
  | { is: 'sent'; id: string | null; done?: boolean }
  | { is: 'refused'; code: string }
  | { is: 'unknown' }

/**
 * A card provider as the rest of payments knows it: `paystack/` and `stripe/` hold one each, `card-here.ts` chooses.
 * Another one is a folder beside them and a line there. Its name and the address of its webhook stand in the contract,
 * its settings in `payment-settings.ts`, and a migration lets the tables hold it.
 */
export type CardProvider<Settings extends CardSettings> = {
  /** The header of a webhook that holds its signature, in small letters. */
  signatureHeader: string
  /** It can be asked about an attempt whose page it may or may not have opened, by our reference alone. */
  isAskedByReference: boolean
  /** Reads what it sent, whether or not this instance still sells through it. */
  readEvent: (raw: Buffer) => CardEvent
  /**
   * Its own id of an event, by which one that comes twice is known; undefined: by its bytes. Left out where events have
   * no ids: there the same bytes may tell of another sum (two equal parts given back).
   */
  readEventId?: (raw: Buffer) => string | undefined
  /** Its account of this instance. */
  at: (settings: Settings) => CardAccount
}

/** An account at a card provider: all that is asked there, and all that is done. */
export type CardAccount = {
  name: CardProviderName
  /** Whether the provider sent these bytes, and not so long ago that it may be a replay, where it signs the time. */
  hasSent: (raw: Buffer, signature: string | undefined, now: Date) => boolean | Promise<boolean>
  /** Asks for the hosted page on which a card is typed. */
  openPage: (checkout: Checkout) => Promise<Opened>
  /** What became of an attempt. */
  ask: (attempt: Pick<Attempt, 'reference' | 'checkoutRequestId'>) => Promise<Verdict>
  /** What has gone back of a payment, whoever sent it; undefined without a clear answer. */
  listReturned: (payment: Taken) => Promise<Returned[] | undefined>
  /** Sends a payment back, or a part. */
  refund: (payment: Taken, refund: Refund) => Promise<RefundSent>
  /**
   * How the dispute that an event is about stands; undefined: there is none. Left out where the event is all there is.
   * @throws when the provider does not answer.
   */
  askDispute?: (keys: readonly string[]) => Promise<Dispute | undefined>
  /**
   * The checkout behind an event whose keys are all the provider's own, with the one to know it by from now on. Left
   * out where events name what we have.
   * @throws when the provider does not answer.
   */
  lookUp?: (keys: readonly string[]) => Promise<{ checkoutRequestId: string; intent: string } | undefined>
}
