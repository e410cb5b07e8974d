/** State of a chargeback; `won`: the merchant keeps the money. */
export type Dispute = 'open' | 'won' | 'lost'

/** A refund at a provider, made by us or on the provider's own pages. */
export type ProviderRefund = { id: string; amountMinor: bigint; state: 'done' | 'pending' | 'failed' }

export type Verdict =
  | {
      is: 'paid'
      /** Null where the response has no amount (M-Pesa): the requested amount applies. */
      amountMinor: bigint | null
      currency: string
      livemode: boolean
      providerTxnId: string
      method: string | null
      /** Stripe's payment intent, which refunds and disputes refer to. */
      intent?: string | undefined
      dispute?: Dispute | undefined
      /** Whether the provider has already refunded a part of the amount. */
      returnedInPart?: boolean
    }
  /** `card`: the refused card, if known. */
  | { is: 'ended'; state: 'failed' | 'canceled' | 'expired'; code: string; card?: string | null }
  /** Not paid yet. `unused`: the card page is open and no card has been used on it. */
  | { is: 'pending'; unused?: boolean }
  /** No usable response, so the attempt does not change. `refused`: the provider rejected the query itself. */
  | { is: 'silent'; refused?: boolean }
  /** An unknown code: the app repeats the query, then queues the attempt for the operator. */
  | { is: 'unknown'; code: string }
