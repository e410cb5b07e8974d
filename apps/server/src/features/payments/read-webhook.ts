import * as v from 'valibot'
import { parsedJson } from './read-callback.ts'

/** What a card provider's event is about. Whether it is true is asked of the provider. */
export type Webhook =
  | { is: 'payment'; key: string }
  | { is: 'refund'; key: string; done: boolean }
  | { is: 'dispute'; key: string; lost: boolean }
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
  if (event === 'charge.success') return { is: 'payment', key }
  if (event === 'refund.processed') return { is: 'refund', key, done: true }
  if (event === 'refund.failed' || event === 'refund.needs-attention') return { is: 'refund', key, done: false }
  if (event.startsWith('charge.dispute.'))
    // Accepted by the merchant: the bank takes the money back.
    return { is: 'dispute', key, lost: event === 'charge.dispute.resolve' && data.resolution === 'merchant-accepted' }
  return { is: 'other' }
}

const Stripe = v.object({
  type: v.string(),
  data: v.object({
    object: v.object({
      id: Word,
      status: Maybe,
      refunded: v.optional(v.boolean()),
      metadata: v.optional(v.nullable(v.record(v.string(), v.string()))),
      payment_intent: v.optional(v.nullable(v.union([v.string(), v.object({ id: Word })]))),
    }),
  }),
})

/** A charge and a dispute name their payment intent; `metadata.attempt_id` is ours. @see payments.md §2.2 */
export function readStripeEvent(raw: Buffer): Webhook {
  const parsed = v.safeParse(Stripe, parsedJson(raw))
  if (!parsed.success) return { is: 'other' }
  const { type, data } = parsed.output
  const { id, metadata, payment_intent: intent, refunded, status } = data.object
  if (type.startsWith('checkout.session.')) return { is: 'payment', key: id }
  const key = metadata?.attempt_id ?? (typeof intent === 'object' ? intent?.id : intent)
  if (!key) return { is: 'other' }
  if (type === 'charge.refunded') return { is: 'refund', key, done: refunded === true }
  if (type.startsWith('charge.dispute.')) return { is: 'dispute', key, lost: status === 'lost' }
  return { is: 'other' }
}

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
