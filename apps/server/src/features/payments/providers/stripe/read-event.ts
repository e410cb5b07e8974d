import * as v from 'valibot'
import type { CardEvent } from '#features/payments/providers/card-provider.ts'
import { parseJson } from '#features/payments/providers/parse-json.ts'
import { openStripeClient, type StripeSettings } from './stripe-client.ts'

const SIGNATURE_SECONDS = 300 // A limit on age rejects replayed events.

/** Verifies the signature of a webhook, and that it is at most five minutes old. */
export async function hasValidStripeSignature(
  settings: StripeSettings,
  raw: Buffer,
  signature: string | undefined,
  now: Date,
): Promise<boolean> {
  const stripe = await openStripeClient(settings)
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

const Id = v.pipe(v.string(), v.minLength(1), v.maxLength(200))
const OptionalText = v.optional(v.nullable(v.string()))

const StripeEvent = v.object({
  type: v.string(),
  data: v.object({
    object: v.object({
      id: Id,
      status: OptionalText,
      metadata: v.optional(v.nullable(v.record(v.string(), v.string()))),
      payment_intent: v.optional(v.nullable(v.union([v.string(), v.object({ id: Id })]))),
    }),
  }),
})

/**
 * Parses a Stripe webhook. Disputes and dashboard refunds contain a payment intent, but no id of ours. Charges contain
 * both.
 */
export function readStripeEvent(raw: Buffer): CardEvent {
  const parsed = v.safeParse(StripeEvent, parseJson(raw))
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

export function readStripeEventId(raw: Buffer): string | undefined {
  const id = (parseJson(raw) as { id?: unknown } | undefined)?.id
  return typeof id === 'string' ? id.slice(0, 200) : undefined
}

const isKey = (key: string | null | undefined): key is string => typeof key === 'string' && key.length > 0
