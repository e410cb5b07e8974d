import * as v from 'valibot'
import type { CardEvent } from '#features/payments/providers/card-provider.ts'
import { parsedJson } from '#features/payments/providers/parsed-json.ts'
import { type Settings, stripeAt } from './stripe-client.ts'

const SIGNATURE_SECONDS = 300 // older ones may be replays

/** Whether a webhook comes from Stripe and is not older than five minutes. */
export async function isFromStripe(
  settings: Settings,
  raw: Buffer,
  signature: string | undefined,
  now: Date,
): Promise<boolean> {
  const stripe = await stripeAt(settings)
  try {
    stripe.webhooks.constructEvent(
      raw,
      signature ?? '',
      settings.webhookSecret,
      SIGNATURE_SECONDS,
      undefined,
      now.getTime(),
    )
    return true
  } catch {
    return false
  }
}

const Word = v.pipe(v.string(), v.minLength(1), v.maxLength(200))
const Maybe = v.optional(v.nullable(v.string()))

const StripeEvent = v.object({
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
export function readStripeEvent(raw: Buffer): CardEvent {
  const parsed = v.safeParse(StripeEvent, parsedJson(raw))
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

/** Stripe's id of an event. */
export function readStripeEventId(raw: Buffer): string | undefined {
  const id = (parsedJson(raw) as { id?: unknown } | undefined)?.id
  return typeof id === 'string' ? id.slice(0, 200) : undefined
}

const isKey = (key: string | null | undefined): key is string => typeof key === 'string' && key.length > 0
