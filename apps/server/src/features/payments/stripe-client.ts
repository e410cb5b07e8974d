import type { Stripe } from 'stripe'
import type { CardSettings } from '#app/payment-settings.ts'
import type { Verdict } from './judge-result.ts'
import type { Checkout, Opened } from './paystack-client.ts'

type Settings = Extract<CardSettings, { provider: 'stripe' }>

const TIMEOUT_MS = 10_000
const SIGNATURE_SECONDS = 300 // older ones may be replays

/** The SDK is 23 MB: loaded by instances that sell through Stripe, when they first do. */
async function stripeAt({ secretKey, baseUrl }: Settings): Promise<Stripe> {
  const { Stripe: Sdk } = await import('stripe')
  const { hostname, port, protocol } = new URL(baseUrl)
  return new Sdk(secretKey, {
    host: hostname,
    ...(port && { port }),
    protocol: protocol === 'http:' ? 'http' : 'https',
    maxNetworkRetries: 2, // safe: every call that changes something carries an idempotency key
    timeout: TIMEOUT_MS,
    telemetry: false,
  })
}

/** A refusal is a clear answer of 4xx; everything else leaves it open. */
function failureOf(error: unknown): { is: 'refused'; code: string } | { is: 'unknown' } {
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 0
  if (status < 400 || status >= 500 || status === 429) return { is: 'unknown' }
  return { is: 'refused', code: error instanceof Error && 'code' in error ? String(error.code) : String(status) }
}

/** Asks for the hosted page on which a card is typed; the same attempt gets the same page. */
export async function openStripe(settings: Settings, checkout: Checkout): Promise<Opened> {
  const stripe = await stripeAt(settings)
  try {
    const session = await stripe.checkout.sessions.create(
      {
        mode: 'payment',
        client_reference_id: checkout.attemptId,
        customer_email: checkout.email,
        line_items: [
          {
            quantity: 1,
            price_data: {
              currency: checkout.currency.toLowerCase(),
              unit_amount: Number(checkout.amountMinor),
              product_data: { name: 'Pawtrait Premium' },
            },
          },
        ],
        metadata: { order_id: checkout.orderId, attempt_id: checkout.attemptId },
        success_url: checkout.returnUrl,
        cancel_url: checkout.returnUrl,
      },
      { idempotencyKey: checkout.attemptId },
    )
    if (!session.url) return { is: 'unknown' }
    return { is: 'sent', checkoutUrl: session.url, checkoutRequestId: session.id }
  } catch (error) {
    return failureOf(error)
  }
}

/** What became of a Checkout Session. */
export async function retrieveStripe(settings: Settings, session: string): Promise<Verdict> {
  const stripe = await stripeAt(settings)
  try {
    const found = await stripe.checkout.sessions.retrieve(session, { expand: ['payment_intent.latest_charge'] })
    if (found.payment_status !== 'paid')
      return found.status === 'expired' ? { is: 'ended', state: 'expired', code: 'abandoned' } : { is: 'pending' }
    return {
      is: 'paid',
      amountMinor: BigInt(found.amount_total ?? 0),
      currency: (found.currency ?? '').toUpperCase(),
      livemode: found.livemode,
      providerTxnId: found.id,
      method: methodOf(found.payment_intent),
    }
  } catch {
    return { is: 'silent' }
  }
}

/** "visa 4242", as much as Stripe told. */
function methodOf(intent: Stripe.Checkout.Session['payment_intent']): string | null {
  const charge = typeof intent === 'object' ? intent?.latest_charge : null
  const card = typeof charge === 'object' ? charge?.payment_method_details?.card : null
  return [card?.brand, card?.last4].filter(Boolean).join(' ') || null
}

/** Sends a payment back. */
export async function refundStripe(
  settings: Settings,
  { session, amountMinor, key }: { session: string; amountMinor: bigint; key: string },
): Promise<{ is: 'sent'; id: string | null; done: boolean } | { is: 'refused'; code: string } | { is: 'unknown' }> {
  const stripe = await stripeAt(settings)
  try {
    const { payment_intent: intent } = await stripe.checkout.sessions.retrieve(session)
    const id = typeof intent === 'string' ? intent : intent?.id
    if (!id) return { is: 'refused', code: 'not-paid' }
    const refund = await stripe.refunds.create(
      { payment_intent: id, amount: Number(amountMinor) },
      { idempotencyKey: `refund-${key}` },
    )
    return { is: 'sent', id: refund.id, done: refund.status === 'succeeded' }
  } catch (error) {
    return failureOf(error)
  }
}

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
