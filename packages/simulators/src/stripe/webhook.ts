import { createHmac } from 'node:crypto'
import { digits, generateRandomText, lowercase, uppercase } from '../random.ts'
import { type StripeState, toUnixSeconds } from './stripe.ts'
import { eventView } from './views.ts'

/** Returns a random id in Stripe's format. */
export const generateStripeId = (prefix: string) =>
  `${prefix}_${generateRandomText(24, digits + lowercase + uppercase)}`

/** Sends an event. Each attempt gets a new signature, `t=…,v1=HMAC-SHA256(secret, t.body)`. */
export function sendEvent(stripe: StripeState, type: string, object: unknown): void {
  const { clock, credentials, webhooks } = stripe
  const body = JSON.stringify(eventView(stripe, generateStripeId('evt'), type, object), null, 2)
  webhooks.send(() => {
    const t = toUnixSeconds(clock.now())
    const v1 = createHmac('sha256', credentials.webhookSecret).update(`${t}.${body}`).digest('hex')
    return {
      body,
      headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': `t=${t},v1=${v1}` },
    }
  })
}
