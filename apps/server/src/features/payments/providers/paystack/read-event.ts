import { createHmac, timingSafeEqual } from 'node:crypto'
import * as v from 'valibot'
import type { CardEvent } from '#features/payments/providers/card-provider.ts'
import { parseJson } from '#features/payments/providers/parse-json.ts'
import type { DisputeState } from '#features/payments/providers/verdict.ts'
import type { PaystackSettings } from './paystack-client.ts'

/** Verifies the signature of a webhook: HMAC-SHA512 of the raw bytes. */
export function hasValidPaystackSignature(
  { secretKey }: PaystackSettings,
  raw: Buffer,
  signature: string | undefined,
): boolean {
  const expected = createHmac('sha512', secretKey).update(raw).digest()
  const received = Buffer.from(/^[0-9a-f]{128}$/i.test(signature ?? '') ? (signature ?? '') : '', 'hex')
  return received.length === expected.length && timingSafeEqual(received, expected)
}

const Id = v.pipe(v.string(), v.minLength(1), v.maxLength(200))
const OptionalText = v.optional(v.nullable(v.string()))

const PaystackEvent = v.object({
  event: v.string(),
  data: v.object({
    reference: v.optional(v.nullable(Id)),
    transaction_reference: v.optional(v.nullable(Id)),
    transaction: v.optional(v.nullable(v.union([v.object({ reference: v.optional(Id) }), v.string(), v.number()]))),
    resolution: OptionalText,
  }),
})

/** Parses a Paystack webhook. The transaction's reference is nested differently in refunds and disputes. */
export function readPaystackEvent(raw: Buffer): CardEvent {
  const parsed = v.safeParse(PaystackEvent, parseJson(raw))
  if (!parsed.success) return { is: 'other' }
  const { event, data } = parsed.output
  const nestedReference = typeof data.transaction === 'object' ? data.transaction?.reference : undefined
  const key = data.transaction_reference ?? nestedReference ?? data.reference
  if (!key) return { is: 'other' }
  const keys = [key]
  if (event === 'charge.success') return { is: 'payment', keys }
  if (event.startsWith('refund.')) return { is: 'refund', keys }
  if (event.startsWith('charge.dispute.')) return { is: 'dispute', keys, said: toDisputeState(event, data.resolution) }
  return { is: 'other' }
}

/**
 * Maps Paystack's resolution of a dispute (chargeback). `merchant-accepted`: the merchant accepts the chargeback, and
 * the bank takes the money. `declined`: the merchant keeps the money.
 */
function toDisputeState(event: string, resolution: string | null | undefined): DisputeState {
  if (event !== 'charge.dispute.resolve') return 'open'
  if (resolution === 'merchant-accepted') return 'lost'
  return resolution === 'declined' ? 'won' : 'open'
}
