import * as v from 'valibot'
import type { CardSettings } from '#app/config/payment-settings.ts'
import type { CardPageResult, Checkout } from '#features/payments/providers/card-provider.ts'
import { sendRequest } from '#features/payments/providers/send-request.ts'
import type { Verdict } from '#features/payments/providers/verdict.ts'

export type PaystackSettings = Extract<CardSettings, { provider: 'paystack' }>

/** Schema of a Paystack id. It is text, because ids can exceed the safe integer range. */
export const PaystackId = v.pipe(v.union([v.string(), v.number()]), v.transform(String))

const InitializedResponse = v.object({
  status: v.literal(true),
  data: v.object({ authorization_url: v.pipe(v.string(), v.url()) }),
})

/** Schema of an amount. Paystack sends it as a number or, in some responses, as text. */
export const PaystackAmount = v.pipe(
  v.union([v.pipe(v.number(), v.safeInteger()), v.pipe(v.string(), v.regex(/^\d{1,15}$/))]),
  v.transform((amount) => BigInt(amount)),
)

const VerifiedResponse = v.object({
  status: v.literal(true),
  data: v.object({
    id: v.optional(PaystackId),
    domain: v.string(),
    status: v.string(),
    gateway_response: v.optional(v.nullable(v.string()), ''),
    reference: v.string(),
    amount: PaystackAmount,
    requested_amount: v.optional(v.nullable(PaystackAmount)),
    currency: v.string(),
    authorization: v.optional(
      v.nullable(v.object({ brand: v.optional(v.nullable(v.string())), last4: v.optional(v.nullable(v.string())) })),
    ),
  }),
})

export const buildPaystackHeaders = ({ secretKey }: PaystackSettings) => ({ authorization: `Bearer ${secretKey}` })

/** Opens a Paystack page for card details. Paystack refuses a second request with the same reference. */
export async function createPaystackCheckout(settings: PaystackSettings, checkout: Checkout): Promise<CardPageResult> {
  const response = await sendRequest(`${settings.baseUrl}/transaction/initialize`, {
    headers: buildPaystackHeaders(settings),
    body: {
      email: checkout.email,
      amount: Number(checkout.amountMinor),
      currency: checkout.currency,
      reference: checkout.reference,
      callback_url: checkout.returnUrl,
      channels: ['card'],
      metadata: { order_id: checkout.orderId, attempt_id: checkout.attemptId },
    },
  })
  const parsed = v.safeParse(InitializedResponse, response?.body)
  if (parsed.success) return { is: 'sent', checkoutUrl: parsed.output.data.authorization_url, checkoutRequestId: null }
  const isRefused = response !== null && response.status >= 400 && response.status < 500 && response.status !== 429
  return isRefused ? { is: 'refused', code: String(response.status) } : { is: 'unknown' }
}

/** Formats the known parts of brand and last four digits, such as "visa 4081". */
const formatCardMethod = (
  card: { brand?: string | null | undefined; last4?: string | null | undefined } | null | undefined,
) => [card?.brand?.trim(), card?.last4?.trim()].filter(Boolean).join(' ') || null

/** Maps the bank's message to a reason. Messages are not standardised, so an unknown message means `declined`. */
function toFailureCode({ gateway_response: message }: { gateway_response: string | null }): string {
  if (/insufficient|not enough/i.test(message ?? '')) return 'card-no-funds'
  if (/time[ds]?[ -]?out|no response|issuer (?:unavailable|inoperative)/i.test(message ?? '')) return 'bank-silent'
  return /incorrect|invalid (?:pin|otp|token)|authentication/i.test(message ?? '') ? 'card-not-approved' : 'declined'
}

/** Returns Paystack's record of a transaction; undefined if there is no valid response. */
export async function fetchPaystackTransaction(settings: PaystackSettings, reference: string) {
  const response = await sendRequest(`${settings.baseUrl}/transaction/verify/${encodeURIComponent(reference)}`, {
    method: 'GET',
    headers: buildPaystackHeaders(settings),
  })
  const parsed = v.safeParse(VerifiedResponse, response?.body)
  return parsed.success && parsed.output.data.reference === reference ? parsed.output.data : undefined
}

/** Queries the state of a transaction. Treats all states except success, failure and reversal as pending. */
export async function queryPaystackTransaction(settings: PaystackSettings, reference: string): Promise<Verdict> {
  const transaction = await fetchPaystackTransaction(settings, reference)
  if (!transaction) return { is: 'silent' }
  const { status, domain, amount, requested_amount: requestedAmount, currency, authorization } = transaction
  if (status === 'failed')
    return { is: 'ended', state: 'failed', code: toFailureCode(transaction), card: formatCardMethod(authorization) }
  if (status === 'reversed') return { is: 'ended', state: 'failed', code: 'returned' }
  // Paystack reports a page as "abandoned" until a card is used on it. The page can still be paid.
  if (status !== 'success') return { is: 'pending', unused: status === 'abandoned' }
  return {
    is: 'paid',
    amountMinor: requestedAmount ?? amount, // `amount` may include fees that the payer bore
    currency,
    livemode: domain === 'live',
    providerTxnId: reference,
    method: formatCardMethod(authorization),
  }
}
