import type { Stripe } from 'stripe'
import type { CardSettings } from '#app/config/payment-settings.ts'
import type { CardPageResult, Checkout } from '#features/payments/providers/card-provider.ts'
import type { DisputeState, Verdict } from '#features/payments/providers/verdict.ts'

export type StripeSettings = Extract<CardSettings, { provider: 'stripe' }>

const TIMEOUT_MS = 10_000

/** Returns a Stripe client. Loads the SDK only on first use, because it takes 23 MB. */
export async function openStripeClient({ secretKey, baseUrl }: StripeSettings): Promise<Stripe> {
  const { Stripe: Sdk } = await import('stripe')
  const { hostname, port, protocol } = new URL(baseUrl)
  return new Sdk(secretKey, {
    host: hostname,
    ...(port && { port }),
    protocol: protocol === 'http:' ? 'http' : 'https',
    maxNetworkRetries: 2, // Retries are safe, because every call that changes data has an idempotency key.
    timeout: TIMEOUT_MS,
    telemetry: false,
  })
}

/** Classifies an error. Only a 4xx except 429 is a refusal; after any other error the request may have succeeded. */
export function classifyStripeError(error: unknown): { is: 'refused'; code: string } | { is: 'unknown' } {
  // Connection errors have no HTTP status, so 0 is used.
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode ?? 0) : 0
  if (status < 400 || status >= 500 || status === 429) return { is: 'unknown' }
  return { is: 'refused', code: error instanceof Error && 'code' in error ? String(error.code) : String(status) }
}

/** Opens a Stripe page for card details. A retry for the same attempt returns the same page. */
export async function openStripePage(settings: StripeSettings, checkout: Checkout): Promise<CardPageResult> {
  const stripe = await openStripeClient(settings)
  const metadata = { order_id: checkout.orderId, attempt_id: checkout.attemptId }
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
        metadata,
        // Events about charges contain the metadata of the payment intent, but not the metadata of the session.
        payment_intent_data: { metadata },
        success_url: checkout.returnUrl,
        cancel_url: checkout.returnUrl,
      },
      { idempotencyKey: checkout.attemptId },
    )
    if (!session.url) return { is: 'unknown' }
    return { is: 'sent', checkoutUrl: session.url, checkoutRequestId: session.id }
  } catch (error) {
    return classifyStripeError(error)
  }
}

export async function queryStripeCheckout(settings: StripeSettings, session: string): Promise<Verdict> {
  const stripe = await openStripeClient(settings)
  try {
    const checkout = await stripe.checkout.sessions.retrieve(session, { expand: ['payment_intent.latest_charge'] })
    if (checkout.payment_status !== 'paid')
      return checkout.status === 'expired'
        ? { is: 'ended', state: 'expired', code: 'abandoned' }
        : { is: 'pending', unused: checkout.status === 'open' }
    const charge = findCharge(checkout.payment_intent)
    const refundedAmount = charge?.amount_refunded ?? 0
    if (charge && refundedAmount >= charge.amount) return { is: 'ended', state: 'failed', code: 'returned' }
    const intent = getPaymentIntentId(checkout.payment_intent)
    return {
      is: 'paid',
      amountMinor: BigInt(checkout.amount_total ?? 0),
      currency: (checkout.currency ?? '').toUpperCase(),
      livemode: checkout.livemode,
      providerTxnId: checkout.id,
      method: formatCardMethod(charge),
      intent,
      dispute: charge?.disputed && intent ? await readDispute(stripe, intent) : undefined,
      returnedInPart: refundedAmount > 0,
    }
  } catch {
    return { is: 'silent' }
  }
}

type Intent = Stripe.Checkout.Session['payment_intent']

export const getPaymentIntentId = (intent: Intent): string | undefined =>
  typeof intent === 'string' ? intent : (intent?.id ?? undefined)

function findCharge(intent: Intent): Stripe.Charge | undefined {
  const charge = typeof intent === 'object' ? intent?.latest_charge : null
  return typeof charge === 'object' && charge !== null ? charge : undefined
}

/** Formats the known parts of brand and last four digits, such as "visa 4242". */
function formatCardMethod(charge: Stripe.Charge | undefined): string | null {
  const card = charge?.payment_method_details?.card
  return [card?.brand, card?.last4].filter(Boolean).join(' ') || null
}

const closedStatuses = new Set(['won', 'prevented', 'warning_closed'])

/** Combines disputes: `lost` if any is lost, otherwise `open` if any is open. Treats unknown statuses as open. */
async function readDispute(stripe: Stripe, intent: string): Promise<DisputeState | undefined> {
  const { data } = await stripe.disputes.list({ payment_intent: intent, limit: 100 })
  if (data.length === 0) return undefined
  if (data.some(({ status }) => status === 'lost')) return 'lost'
  return data.every(({ status }) => closedStatuses.has(status)) ? 'won' : 'open'
}

/** Returns the combined state of a payment's disputes; undefined if it has none. @throws if Stripe does not respond */
export const queryStripeDispute = async (settings: StripeSettings, intent: string) =>
  readDispute(await openStripeClient(settings), intent)
