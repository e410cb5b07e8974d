import { json, type WireAnswer } from '../http/wire.ts'
import { at, type Form, textsIn } from './form-body.ts'
import { invalid, noSuch, refuse } from './refusals.ts'
import { type Session, type StripeState, unixSeconds } from './stripe.ts'
import { chargeView, refundView } from './views.ts'
import { sendEvent, stripeId } from './webhook.ts'

/** Gives a payment back by its payment intent or charge, whole or in part; done at once. */
export function createRefund(stripe: StripeState, form: Form): WireAnswer {
  const [intent, charge] = [at(form, 'payment_intent'), at(form, 'charge')]
  const session = find(stripe, (one) => one.paid && (one.intentId === intent || one.chargeId === charge))
  if (!session) return noSuch(intent ? 'payment_intent' : 'charge', intent || charge)
  const left = session.amount - session.refunds.reduce((sum, { amount }) => sum + amount, 0)
  if (left === 0)
    return refuse(400, {
      type: 'invalid_request_error',
      code: 'charge_already_refunded',
      message: `Charge ${session.chargeId} has already been refunded.`,
    })
  const amount = Number(at(form, 'amount') || left)
  if (!Number.isInteger(amount) || amount < 1 || amount > left) return invalid('amount', 'Refund amount is invalid.')
  const metadata = textsIn(form, 'metadata')
  const refund = { id: stripeId('re'), amount, created: unixSeconds(stripe.clock.now()), metadata }
  session.refunds.push(refund)
  sendEvent(stripe, 'charge.refunded', chargeView(session))
  stripe.changed()
  return json(200, refundView(session, refund))
}

export function getRefund(stripe: StripeState, id: string): WireAnswer {
  const session = find(stripe, ({ refunds }) => refunds.some((refund) => refund.id === id))
  const refund = session?.refunds.find((one) => one.id === id)
  return session && refund ? json(200, refundView(session, refund)) : noSuch('refund', id)
}

export function find({ sessions }: StripeState, fits: (session: Session) => boolean): Session | undefined {
  return [...sessions.values()].find(fits)
}
