import { isLoopback } from '../http/deliver.ts'
import { json, type WireAnswer } from '../http/wire.ts'
import { at, type Form, inside, textsIn } from './form-body.ts'
import { invalid, missing } from './refusals.ts'
import { type Session, type StripeState, unixSeconds } from './stripe.ts'
import { sessionView } from './views.ts'
import { sendEvent, stripeId } from './webhook.ts'

const dayMs = 24 * 3_600_000

/** Opens a session for one payment and returns the URL of its page. */
export function createSession(stripe: StripeState, form: Form): WireAnswer {
  const fault = faultOf(form)
  if (fault) return fault
  const session = { ...newSession(form), ...times(stripe.clock.now()) }
  storeSession(stripe, session)
  stripe.changed()
  return json(200, sessionView(stripe, session))
}

/** Restores sessions of an earlier run with their remaining lifetime. */
export function reviveSessions(stripe: StripeState, saved: Session[]): void {
  for (const session of saved)
    storeSession(stripe, { ...session, intentMetadata: session.intentMetadata ?? {}, questions: undefined })
}

function storeSession(stripe: StripeState, session: Session): void {
  stripe.sessions.set(session.id, session)
  const remainingMs = session.expiresAt * 1000 - stripe.clock.now().getTime()
  stripe.clock.after(Math.max(0, remainingMs), () => expire(stripe, session))
}

/** Expires an open session and notifies the merchant. */
export function expire(stripe: StripeState, session: Session): void {
  if (session.status !== 'open') return
  session.status = 'expired'
  sendEvent(stripe, 'checkout.session.expired', sessionView(stripe, session))
  stripe.changed()
}

function times(now: Date) {
  return { created: unixSeconds(now), expiresAt: unixSeconds(now) + dayMs / 1000 }
}

const itemsOf = (form: Form) => Object.values(inside(form, 'line_items')).filter((item) => typeof item === 'object')

function newSession(form: Form): Omit<Session, 'created' | 'expiresAt'> {
  const items = itemsOf(form)
  const first = items[0] ?? {}
  return {
    id: stripeId('cs_test'),
    intentId: stripeId('pi'),
    chargeId: stripeId('ch'),
    amount: items.reduce((sum, item) => sum + amountOf(item), 0),
    currency: at(first, 'price_data', 'currency'),
    title: at(first, 'price_data', 'product_data', 'name'),
    description: at(first, 'price_data', 'product_data', 'description'),
    email: at(form, 'customer_email') || null,
    clientReferenceId: at(form, 'client_reference_id') || null,
    metadata: textsIn(form, 'metadata'),
    intentMetadata: textsIn(inside(form, 'payment_intent_data'), 'metadata'),
    successUrl: at(form, 'success_url'),
    cancelUrl: at(form, 'cancel_url') || undefined,
    status: 'open',
    paid: false,
    card: undefined,
    refunds: [],
    dispute: undefined,
    questions: undefined,
  }
}

const amountOf = (item: Form) => Number(at(item, 'price_data', 'unit_amount')) * Number(at(item, 'quantity') || 1)

function faultOf(form: Form): WireAnswer | undefined {
  const items = itemsOf(form)
  if (items.length === 0) return missing('line_items')
  if (at(form, 'mode') !== 'payment') return invalid('mode', 'The simulator takes single payments only.')
  for (const name of ['success_url', 'cancel_url']) {
    const url = at(form, name)
    if (!url && name === 'success_url') return missing(name)
    if (url && !isLoopback(url)) return invalid(name, 'Not a valid URL: only this machine is reached.')
  }
  const wrong = items.some((item) => !Number.isSafeInteger(amountOf(item)) || amountOf(item) < 1)
  if (wrong) return invalid('line_items[0][price_data][unit_amount]', 'Invalid integer.')
  if (items.some((item) => at(item, 'price_data', 'currency').toLowerCase() !== 'kes'))
    return invalid('line_items[0][price_data][currency]', 'Invalid currency: the simulator takes kes.')
  const named = items.every((item) => at(item, 'price_data', 'product_data', 'name') !== '')
  return named ? undefined : missing('line_items[0][price_data][product_data][name]')
}
