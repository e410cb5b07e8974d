import { type Session, type StripeState, toUnixSeconds } from './stripe.ts'

/**
 * Returns a Checkout Session in Stripe's format. `expand` lists the fields that contain an object instead of its id.
 */
export function sessionView({ pagesUrl }: StripeState, session: Session, expand: string[] = []) {
  return {
    id: session.id,
    object: 'checkout.session',
    amount_subtotal: session.amount,
    amount_total: session.amount,
    cancel_url: session.cancelUrl ?? null,
    client_reference_id: session.clientReferenceId,
    created: session.created,
    currency: session.currency,
    customer: null,
    customer_details: session.email ? { email: session.email } : null,
    customer_email: session.email,
    expires_at: session.expiresAt,
    livemode: false,
    metadata: session.metadata,
    mode: 'payment',
    payment_intent: session.paid ? expandedIntent(session, expand) : null,
    payment_method_types: ['card'],
    payment_status: session.paid ? 'paid' : 'unpaid',
    status: session.status,
    success_url: session.successUrl,
    url: session.status === 'open' ? `${pagesUrl()}/test/checkout/${session.id}` : null,
  }
}

function expandedIntent(session: Session, expand: string[]) {
  return expand.some((name) => name.startsWith('payment_intent'))
    ? intentView(
        session,
        expand.map((name) => name.replace(/^payment_intent\.?/, '')),
      )
    : session.intentId
}

export function intentView(session: Session, expand: string[] = []) {
  return {
    id: session.intentId,
    object: 'payment_intent',
    amount: session.amount,
    amount_received: session.paid ? session.amount : 0,
    created: session.created,
    currency: session.currency,
    latest_charge: expand.some((name) => name.startsWith('latest_charge')) ? chargeView(session) : session.chargeId,
    livemode: false,
    metadata: session.intentMetadata,
    payment_method: `pm_${session.chargeId.slice(3)}`,
    status: session.paid ? 'succeeded' : 'requires_payment_method',
  }
}

export function chargeView(session: Session) {
  const refunded = session.refunds.reduce((sum, { amount }) => sum + amount, 0)
  const number = session.card?.number ?? ''
  return {
    id: session.chargeId,
    object: 'charge',
    amount: session.amount,
    amount_captured: session.amount,
    amount_refunded: refunded,
    captured: true,
    created: session.created,
    currency: session.currency,
    disputed: session.dispute !== undefined,
    livemode: false,
    metadata: session.intentMetadata,
    paid: true,
    payment_intent: session.intentId,
    payment_method_details: {
      type: 'card',
      card: { brand: session.card?.brand ?? '', last4: number.slice(-4), exp_month: 12, exp_year: 2030 },
    },
    refunded: refunded === session.amount,
    status: 'succeeded',
  }
}

export function refundView({ chargeId, intentId, currency }: Session, refund: Session['refunds'][number]) {
  return {
    id: refund.id,
    object: 'refund',
    amount: refund.amount,
    charge: chargeId,
    created: refund.created,
    currency,
    metadata: refund.metadata,
    payment_intent: intentId,
    reason: null,
    status: 'succeeded',
  }
}

/**
 * Returns a dispute in Stripe's format. The dispute contains the ids of charge and payment intent, but not the
 * payment's metadata.
 */
export function disputeView(session: Session, { status, created }: NonNullable<Session['dispute']>) {
  return {
    id: `dp_${session.chargeId.slice(3)}`,
    object: 'dispute',
    amount: session.amount,
    charge: session.chargeId,
    created,
    currency: session.currency,
    livemode: false,
    metadata: {},
    payment_intent: session.intentId,
    reason: 'fraudulent',
    status,
  }
}

/** Returns a list in Stripe's format, with all items on one page. */
export const listView = (url: string, data: unknown[]) => ({ object: 'list', url, has_more: false, data })

/** Returns a webhook event that contains an object. */
export function eventView({ clock }: StripeState, id: string, type: string, object: unknown) {
  return {
    id,
    object: 'event',
    api_version: '2026-10-28.endive',
    created: toUnixSeconds(clock.now()),
    data: { object },
    livemode: false,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    type,
  }
}
