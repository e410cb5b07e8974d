/** State of a chargeback. `won`: the merchant keeps the money. */
export type DisputeState = 'open' | 'won' | 'lost'

/** A refund at a provider, made by us or on the provider's own pages. */
export type ProviderRefund = { id: string; amountMinor: bigint; state: 'done' | 'pending' | 'failed' }

export type Verdict =
  | {
      is: 'paid'
      /** Null if the response contains no amount (M-Pesa). Then the requested amount applies. */
      amountMinor: bigint | null
      currency: string
      livemode: boolean
      providerTxnId: string
      method: string | null
      /** Stripe's payment intent, to which refunds and disputes refer. */
      intent?: string | undefined
      dispute?: DisputeState | undefined
      /** True if the provider has already refunded a part of the amount. */
      returnedInPart?: boolean
    }
  /** `card`: the refused card, if it is known. */
  | { is: 'ended'; state: 'failed' | 'canceled' | 'expired'; code: string; card?: string | null }
  /** Not paid yet. `unused`: the card page is open, but no card has been used. */
  | { is: 'pending'; unused?: boolean }
  /** No usable response, so the attempt keeps its state. `refused`: the provider rejected the query itself. */
  | { is: 'silent'; refused?: boolean }
  /** Unknown result code. The app repeats the query, and then escalates the attempt to the operator. */
  | { is: 'unknown'; code: string }
