import type { RefundResult } from '#features/payments/providers/card-provider.ts'
import type { ProviderRefund } from '#features/payments/providers/verdict.ts'
import { classifyStripeError, getPaymentIntentId, openStripeClient, type StripeSettings } from './stripe-client.ts'

export async function refundStripePayment(
  settings: StripeSettings,
  { session, amountMinor, key }: { session: string; amountMinor: bigint; key: string },
): Promise<RefundResult> {
  const stripe = await openStripeClient(settings)
  try {
    const intent = getPaymentIntentId((await stripe.checkout.sessions.retrieve(session)).payment_intent)
    if (!intent) return { is: 'refused', code: 'not-paid' }
    const refund = await stripe.refunds.create(
      { payment_intent: intent, amount: Number(amountMinor) },
      { idempotencyKey: `refund-${key}` },
    )
    return { is: 'sent', id: refund.id, done: refund.status === 'succeeded' }
  } catch (error) {
    return classifyStripeError(error)
  }
}

const refundStates: Record<string, ProviderRefund['state']> = {
  succeeded: 'done',
  failed: 'failed',
  canceled: 'failed',
}

/** Returns all refunds of a session's payment, including dashboard refunds; undefined if Stripe's API fails. */
export async function listStripeRefunds(
  settings: StripeSettings,
  session: string,
): Promise<ProviderRefund[] | undefined> {
  const stripe = await openStripeClient(settings)
  try {
    const intent = getPaymentIntentId((await stripe.checkout.sessions.retrieve(session)).payment_intent)
    if (!intent) return []
    const { data } = await stripe.refunds.list({ payment_intent: intent, limit: 100 })
    return data.map(({ id, amount, status }) => ({
      id,
      amountMinor: BigInt(amount),
      state: refundStates[status ?? ''] ?? 'pending',
    }))
  } catch {
    return undefined
  }
}

/** Returns the Checkout Session of a payment intent, or undefined. @throws if Stripe does not respond */
export async function findCheckoutSession(settings: StripeSettings, intent: string): Promise<string | undefined> {
  const stripe = await openStripeClient(settings)
  const { data } = await stripe.checkout.sessions.list({ payment_intent: intent, limit: 1 })
  return data[0]?.id
}
