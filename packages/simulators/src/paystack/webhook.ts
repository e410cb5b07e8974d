import { createHmac } from 'node:crypto'
import { stringifyWithBigIds } from './envelope.ts'
import type { Paystack } from './paystack.ts'

/**
 * Sends an event to the merchant's webhook URL, signed over the bytes of the body. The JSON is formatted as by PHP. So
 * a merchant who parses the JSON and serialises it again computes another signature.
 */
export function sendEvent({ webhooks, credentials }: Paystack, event: string, data: unknown): void {
  const body = encodeAsPhp(stringifyWithBigIds({ event, data }))
  const signature = createHmac('sha512', credentials.secretKey).update(body).digest('hex')
  webhooks.send(() => ({ body, headers: { 'content-type': 'application/json', 'x-paystack-signature': signature } }))
}

/** Escapes JSON as PHP does: a slash as `\/`, and a character outside ASCII as `\u0107`. */
function encodeAsPhp(json: string): string {
  return json
    .replaceAll('/', String.raw`\/`)
    .replaceAll(/[\u0080-\uffff]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
