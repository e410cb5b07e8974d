import * as v from 'valibot'
import { endpoint } from './endpoint.ts'

const callback = { method: 'POST', auth: 'anyone', accepts: '*/*' } as const

/** M-Pesa tells what became of a prompt or a reversal; the path holds a secret of its own. */
export const mpesaCallback = endpoint({
  ...callback,
  path: '/api/payments/mpesa/cb/:token',
  summary: 'For M-Pesa: what became of a payment',
  params: { token: v.string() },
  output: v.object({ ResultCode: v.literal(0), ResultDesc: v.string() }),
})
export const paystackWebhook = endpoint({
  ...callback,
  path: '/api/payments/paystack/webhook',
  summary: 'For Paystack: signed events',
  output: v.object({ received: v.literal(true) }),
})
export const stripeWebhook = endpoint({
  ...callback,
  path: '/api/payments/stripe/webhook',
  summary: 'For Stripe: signed events',
  output: v.object({ received: v.literal(true) }),
})

/** Where the card page sends the payer back to. Proves nothing: it only asks the provider sooner, and goes on. */
export const cardReturn = endpoint({
  method: 'GET',
  path: '/api/payments/card/return/:reference',
  auth: 'anyone',
  summary: 'Back from the card page',
  params: { reference: v.pipe(v.string(), v.maxLength(60)) },
  answers: 'text/html',
})
