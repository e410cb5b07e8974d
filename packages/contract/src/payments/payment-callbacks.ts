import * as v from 'valibot'
import { defineEndpoint, type Endpoint } from '../endpoint.ts'
import type { CardProviderName } from './payments.ts'

const callback = { method: 'POST', auth: 'anyone', accepts: '*/*' } as const

/** M-Pesa sends the result of a payment or refund to this URL. Each payment and refund has its own secret `:token`. */
export const mpesaCallback = defineEndpoint({
  ...callback,
  path: '/api/payments/mpesa/cb/:token',
  summary: 'Receive the result of a payment or refund from M-Pesa',
  params: { token: v.string() },
  output: v.object({ ResultCode: v.literal(0), ResultDesc: v.string() }),
})

const webhookOf = (provider: CardProviderName, name: string) =>
  defineEndpoint({
    ...callback,
    path: `/api/payments/${provider}/webhook`,
    summary: `Receive signed events from ${name}`,
    output: v.object({ received: v.literal(true) }),
  })

/** Webhooks of card providers. Each provider sends its signature in its own header. */
export const cardWebhooks = {
  paystack: webhookOf('paystack', 'Paystack'),
  stripe: webhookOf('stripe', 'Stripe'),
} satisfies Record<CardProviderName, Endpoint>

/**
 * Return URL of the provider's card page. A request to this URL does not prove a payment. The server only queries the
 * provider sooner, and then redirects the browser.
 */
export const returnFromCardPage = defineEndpoint({
  method: 'GET',
  path: '/api/payments/card/return/:reference',
  auth: 'anyone',
  summary: "Redirect the browser back from the provider's card page",
  params: { reference: v.pipe(v.string(), v.maxLength(60)) },
  answers: 'text/html',
})
