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
      /** Stripe's payment intent. */
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

const ends: Record<string, 'failed' | 'canceled' | 'expired'> = {
  '1': 'failed',
  '2': 'failed',
  '3': 'failed',
  '4': 'failed',
  '8': 'failed',
  '17': 'failed',
  '26': 'failed',
  '1001': 'failed',
  '1019': 'expired',
  '1025': 'failed',
  '1032': 'canceled',
  '1037': 'expired',
  '2001': 'failed',
  '2028': 'failed',
  SFC_IC0003: 'failed',
  '8006': 'failed',
  '9999': 'failed',
}

/** Codes that speak of our settings, not of the payer: the operator is told. */
export const operatorCodes: ReadonlySet<string> = new Set(['2028', 'SFC_IC0003'])

const IN_FLIGHT = '4999'

/** What a ResultCode of M-Pesa means for an attempt. Decided on the code alone: the words differ from day to day.
 * @see payments.md §1.5 */
export function judgeResultCode(code: string): { is: 'success' } | Exclude<Verdict, { is: 'paid' }> {
  if (code === '0') return { is: 'success' }
  if (code === IN_FLIGHT) return { is: 'pending' }
  const state = ends[code]
  return state ? { is: 'ended', state, code } : { is: 'unknown', code }
}
