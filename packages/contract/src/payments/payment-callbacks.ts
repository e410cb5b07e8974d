import * as v from 'valibot'
import { type Endpoint, endpoint } from '../endpoint.ts'
import type { CardProviderName } from './payments.ts'

const callback = { method: 'POST', auth: 'anyone', accepts: '*/*' } as const

/** M-Pesa tells what became of a prompt or a reversal; the path holds a secret of its own. */
export const mpesaCallback = endpoint({
  ...callback,
  path: '/api/payments/mpesa/cb/:token',
  summary: 'For M-Pesa: what became of a payment',
  params: { token: v.string() },
  output: v.object({ ResultCode: v.literal(0), ResultDesc: v.string() }),
})

const webhookOf = (provider: CardProviderName, name: string) =>
  endpoint({
    ...callback,
    path: `/api/payments/${provider}/webhook`,
    summary: `For ${name}: signed events`,
    output: v.object({ received: v.literal(true) }),
  })

/** Where card providers tell what happened; each signs it in a header of its own. */
export const cardWebhooks = {
  paystack: webhookOf('paystack', 'Paystack'),
  stripe: webhookOf('stripe', 'Stripe'),
} satisfies Record<CardProviderName, Endpoint>

/** Where the card page sends the payer back to. Proves nothing: it only asks the provider sooner, and goes on. */
export const cardReturn = endpoint({
  method: 'GET',
  path: '/api/payments/card/return/:reference',
  auth: 'anyone',
  summary: 'Back from the card page',
  params: { reference: v.pipe(v.string(), v.maxLength(60)) },
  answers: 'text/html',
})
