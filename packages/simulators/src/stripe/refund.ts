import { jsonResponse, type WireResponse } from '../http/http-routing.ts'
import { invalidParameterResponse, noSuchObjectResponse, stripeErrorResponse } from './error-responses.ts'
import { readFormText, readFormTexts, type StripeForm } from './form-body.ts'
import { type Session, type StripeState, toUnixSeconds } from './stripe.ts'
import { chargeView, refundView } from './views.ts'
import { generateStripeId, sendEvent } from './webhook.ts'

/** Refunds a payment immediately, in full or in part. Finds it by its payment intent or charge. */
export function createRefund(stripe: StripeState, form: StripeForm): WireResponse {
  const [intent, charge] = [readFormText(form, 'payment_intent'), readFormText(form, 'charge')]
  const session = findSession(
    stripe,
    (candidate) => candidate.paid && (candidate.intentId === intent || candidate.chargeId === charge),
  )
  if (!session) return noSuchObjectResponse(intent ? 'payment_intent' : 'charge', intent || charge)
  const remaining = computeRemaining(session)
  if (remaining === 0)
    return stripeErrorResponse(400, {
      type: 'invalid_request_error',
      code: 'charge_already_refunded',
      message: `Charge ${session.chargeId} has already been refunded.`,
    })
  const amount = Number(readFormText(form, 'amount') || remaining)
  if (!Number.isInteger(amount) || amount < 1 || amount > remaining)
    return invalidParameterResponse('amount', 'Refund amount is invalid.')
  return jsonResponse(200, addRefund(stripe, session, amount, readFormTexts(form, 'metadata')))
}

function addRefund(stripe: StripeState, session: Session, amount: number, metadata: Record<string, string>) {
  const refund = { id: generateStripeId('re'), amount, created: toUnixSeconds(stripe.clock.now()), metadata }
  session.refunds.push(refund)
  const view = refundView(session, refund)
  sendEvent(stripe, 'refund.created', view)
  sendEvent(stripe, 'charge.refunded', chargeView(session))
  stripe.changed()
  return view
}

/**
 * Refunds a payment, as a merchant would on the provider's dashboard. Returns false for an unpaid payment or too large
 * an amount.
 */
export function refundAtDashboard(stripe: StripeState, sessionId: string, amount: number | undefined): boolean {
  const session = stripe.sessions.get(sessionId)
  if (!session?.paid || computeRemaining(session) < (amount ?? 1)) return false
  addRefund(stripe, session, amount ?? computeRemaining(session), {})
  return true
}

const computeRemaining = ({ amount, refunds }: Session) =>
  amount - refunds.reduce((sum, refund) => sum + refund.amount, 0)

export function getRefund(stripe: StripeState, id: string): WireResponse {
  const session = findSession(stripe, ({ refunds }) => refunds.some((refund) => refund.id === id))
  const refund = session?.refunds.find((candidate) => candidate.id === id)
  return session && refund ? jsonResponse(200, refundView(session, refund)) : noSuchObjectResponse('refund', id)
}

export function findSession({ sessions }: StripeState, matches: (session: Session) => boolean): Session | undefined {
  return [...sessions.values()].find(matches)
}
