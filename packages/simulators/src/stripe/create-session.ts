import { jsonResponse, type WireResponse } from '../http/http-routing.ts'
import { isLoopback } from '../http/message-delivery.ts'
import { invalidParameterResponse, missingParameterResponse } from './error-responses.ts'
import { readFormText, readFormTexts, readNestedForm, type StripeForm } from './form-body.ts'
import { type Session, type StripeState, toUnixSeconds } from './stripe.ts'
import { sessionView } from './views.ts'
import { generateStripeId, sendEvent } from './webhook.ts'

const dayMs = 24 * 3_600_000

/** Opens a session for one payment and returns the URL of its page. */
export function createSession(stripe: StripeState, form: StripeForm): WireResponse {
  const fault = findFormFault(form)
  if (fault) return fault
  const session = { ...newSession(form), ...createSessionTimes(stripe.clock.now()) }
  storeSession(stripe, session)
  stripe.changed()
  return jsonResponse(200, sessionView(stripe, session))
}

/** Restores sessions of an earlier run with their remaining lifetime. */
export function restoreSessions(stripe: StripeState, saved: Session[]): void {
  for (const session of saved)
    storeSession(stripe, { ...session, intentMetadata: session.intentMetadata ?? {}, questions: undefined })
}

function storeSession(stripe: StripeState, session: Session): void {
  stripe.sessions.set(session.id, session)
  const remainingMs = session.expiresAt * 1000 - stripe.clock.now().getTime()
  stripe.clock.after(Math.max(0, remainingMs), () => expireSession(stripe, session))
}

/** Expires an open session and notifies the merchant. */
export function expireSession(stripe: StripeState, session: Session): void {
  if (session.status !== 'open') return
  session.status = 'expired'
  sendEvent(stripe, 'checkout.session.expired', sessionView(stripe, session))
  stripe.changed()
}

function createSessionTimes(now: Date) {
  return { created: toUnixSeconds(now), expiresAt: toUnixSeconds(now) + dayMs / 1000 }
}

const readItems = (form: StripeForm) =>
  Object.values(readNestedForm(form, 'line_items')).filter((item) => typeof item === 'object')

function newSession(form: StripeForm): Omit<Session, 'created' | 'expiresAt'> {
  const items = readItems(form)
  const first = items[0] ?? {}
  return {
    id: generateStripeId('cs_test'),
    intentId: generateStripeId('pi'),
    chargeId: generateStripeId('ch'),
    amount: items.reduce((sum, item) => sum + computeAmount(item), 0),
    currency: readFormText(first, 'price_data', 'currency'),
    title: readFormText(first, 'price_data', 'product_data', 'name'),
    description: readFormText(first, 'price_data', 'product_data', 'description'),
    email: readFormText(form, 'customer_email') || null,
    clientReferenceId: readFormText(form, 'client_reference_id') || null,
    metadata: readFormTexts(form, 'metadata'),
    intentMetadata: readFormTexts(readNestedForm(form, 'payment_intent_data'), 'metadata'),
    successUrl: readFormText(form, 'success_url'),
    cancelUrl: readFormText(form, 'cancel_url') || undefined,
    status: 'open',
    paid: false,
    card: undefined,
    refunds: [],
    dispute: undefined,
    questions: undefined,
  }
}

const computeAmount = (item: StripeForm) =>
  Number(readFormText(item, 'price_data', 'unit_amount')) * Number(readFormText(item, 'quantity') || 1)

function findFormFault(form: StripeForm): WireResponse | undefined {
  const items = readItems(form)
  if (items.length === 0) return missingParameterResponse('line_items')
  if (readFormText(form, 'mode') !== 'payment')
    return invalidParameterResponse('mode', 'The simulator takes single payments only.')
  for (const name of ['success_url', 'cancel_url']) {
    const url = readFormText(form, name)
    if (!url && name === 'success_url') return missingParameterResponse(name)
    if (url && !isLoopback(url)) return invalidParameterResponse(name, 'Not a valid URL: only this machine is reached.')
  }
  const wrong = items.some((item) => !Number.isSafeInteger(computeAmount(item)) || computeAmount(item) < 1)
  if (wrong) return invalidParameterResponse('line_items[0][price_data][unit_amount]', 'Invalid integer.')
  if (items.some((item) => readFormText(item, 'price_data', 'currency').toLowerCase() !== 'kes'))
    return invalidParameterResponse('line_items[0][price_data][currency]', 'Invalid currency: the simulator takes kes.')
  const haveNames = items.every((item) => readFormText(item, 'price_data', 'product_data', 'name') !== '')
  return haveNames ? undefined : missingParameterResponse('line_items[0][price_data][product_data][name]')
}
