import * as v from 'valibot'
import type { Dispute } from '#features/payments/providers/judge-result.ts'
import { parsedJson } from '#features/payments/providers/mpesa/read-callback.ts'

/**
 * What a card provider's event is about. Whether it is true is asked of the provider. `keys`: what it names the payment
 * by, the surest first.
 */
export type Webhook =
  | { is: 'payment'; keys: string[] }
  | { is: 'refund'; keys: string[] }
  | { is: 'dispute'; keys: string[]; said: Dispute }
  | { is: 'other' }

const Word = v.pipe(v.string(), v.minLength(1), v.maxLength(200))
const Maybe = v.optional(v.nullable(v.string()))

const Paystack = v.object({
  event: v.string(),
  data: v.object({
    reference: v.optional(v.nullable(Word)),
    transaction_reference: v.optional(v.nullable(Word)),
    transaction: v.optional(v.nullable(v.union([v.object({ reference: v.optional(Word) }), v.string(), v.number()]))),
    resolution: Maybe,
  }),
})

/** @see payments.md §2.1 */
export function readPaystackEvent(raw: Buffer): Webhook {
  const parsed = v.safeParse(Paystack, parsedJson(raw))
  if (!parsed.success) return { is: 'other' }
  const { event, data } = parsed.output
  const inner = typeof data.transaction === 'object' ? data.transaction?.reference : undefined
  const key = data.transaction_reference ?? inner ?? data.reference
  if (!key) return { is: 'other' }
  const keys = [key]
  if (event === 'charge.success') return { is: 'payment', keys }
  if (event.startsWith('refund.')) return { is: 'refund', keys }
  if (event.startsWith('charge.dispute.')) return { is: 'dispute', keys, said: disputeOf(event, data.resolution) }
  return { is: 'other' }
}

/** Accepted by the merchant: the bank takes the money back. Declined: it stays. */
function disputeOf(event: string, resolution: string | null | undefined): Dispute {
  if (event !== 'charge.dispute.resolve') return 'open'
  if (resolution === 'merchant-accepted') return 'lost'
  return resolution === 'declined' ? 'won' : 'open'
}

const Stripe = v.object({
  type: v.string(),
  data: v.object({
    object: v.object({
      id: Word,
      status: Maybe,
      metadata: v.optional(v.nullable(v.record(v.string(), v.string()))),
      payment_intent: v.optional(v.nullable(v.union([v.string(), v.object({ id: Word })]))),
    }),
  }),
})

/**
 * Refunds and disputes made at the dashboard name a payment intent and nothing of ours; a charge carries the metadata
 * of its intent.   @see payments.md §2.2
 */
export function readStripeEvent(raw: Buffer): Webhook {
  const parsed = v.safeParse(Stripe, parsedJson(raw))
  if (!parsed.success) return { is: 'other' }
  const { type, data } = parsed.output
  const { id, metadata, payment_intent: intent, status } = data.object
  const keys = [metadata?.attempt_id, typeof intent === 'object' ? intent?.id : intent].filter(isKey)
  if (type.startsWith('checkout.session.')) return { is: 'payment', keys: [id] }
  if (keys.length === 0) return { is: 'other' }
  if (type.startsWith('charge.dispute.')) return { is: 'dispute', keys, said: status === 'lost' ? 'lost' : 'open' }
  if (type === 'charge.refunded' || type.startsWith('charge.refund.') || type.startsWith('refund.'))
    return { is: 'refund', keys }
  return { is: 'other' }
}

const isKey = (key: string | null | undefined): key is string => typeof key === 'string' && key.length > 0

const Result = v.object({
  Result: v.object({ ResultCode: v.pipe(v.union([v.string(), v.number()]), v.transform(String)) }),
})

/** How a reversal of M-Pesa ended; undefined when that is no result. Reversed before counts as done. */
export function readReversalResult(raw: Buffer): { done: boolean; code: string } | undefined {
  const parsed = v.safeParse(Result, parsedJson(raw))
  if (!parsed.success) return undefined
  const { ResultCode: code } = parsed.output.Result
  return { done: code === '0' || code === 'R000001', code }
}
