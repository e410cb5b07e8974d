/** What the payer's bank thinks of a payment; `won`: the merchant keeps the money. */
export type Dispute = 'open' | 'won' | 'lost'

/** Money that went back at a provider, or is on its way: ours, and what was sent on its own pages. */
export type Returned = { id: string; amountMinor: bigint; state: 'done' | 'pending' | 'failed' }

/** What a provider says of an attempt when asked. */
export type Verdict =
  | {
      is: 'paid'
      /** Null where the answer names no amount (M-Pesa): then it is the one we asked for. */
      amountMinor: bigint | null
      currency: string
      livemode: boolean
      providerTxnId: string
      method: string | null
      /** By which refunds and disputes will name the payment: Stripe's payment intent. */
      intent?: string | undefined
      dispute?: Dispute | undefined
      /** Some of it, not all, has gone back already. */
      returnedInPart?: boolean
    }
  /** `card`: what was refused, as far as it is known. */
  | { is: 'ended'; state: 'failed' | 'canceled' | 'expired'; code: string; card?: string | null }
  /** Still on its way. `unused`: the card page is open and no card has been used on it. */
  | { is: 'pending'; unused?: boolean }
  /** No answer, which is never a verdict. `refused`: this question is not answered here at all. */
  | { is: 'silent'; refused?: boolean }
  /** A code that nobody has explained: keep asking, then a person. */
  | { is: 'unknown'; code: string }
