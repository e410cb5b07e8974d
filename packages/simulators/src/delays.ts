import { hasJsonContentType, jsonResponse, parseJsonObject, type Route } from './http/http-routing.ts'

/** Simulated delays in milliseconds. Tests set them near zero or use a manual clock. */
export type Delays = {
  /**
   * Delay from an M-Pesa STK push to a result that needs no PIN. Such results come from scripted numbers and forced
   * result codes. They also come from STK pushes with wrong fields, and from switches for a phone that is off or busy.
   */
  scripted: number
  /** Delay from the prompt to the timeout (result code 1037), if the payer does not answer. */
  ignored: number
  /**
   * Delay from a PIN or Cancel to the result. Until then, queries report a pending payment, for instance with code
   * 4999.
   */
  settle: number
  /** Delay from the result of a payment to its callback or webhook. */
  callback: number
  /** Extra delay of a callback or webhook while its fault `late` is on. */
  late: number
  /** Delay from the acceptance of a refund, a reversal or a status query to its result. */
  refund: number
  /** Delay from the payment to its failure, for the test card that simulates a bank timeout. */
  bankTimeout: number
  /** Delay between attempts to send a webhook that got no 2xx. Paystack retries hourly in test mode. */
  webhookRetry: number
}

export const defaultDelays: Delays = {
  scripted: 2_000,
  ignored: 60_000,
  settle: 1_000,
  callback: 500,
  late: 30_000,
  refund: 1_500,
  bankTimeout: 30_000,
  webhookRetry: 3_600_000,
}

const longestMs = 24 * 3_600_000

/** `POST /test/delays` changes the given delays, in milliseconds, for later actions. Returns all delays. */
export const createDelayRoute = (delays: Delays): Route => ({
  method: 'POST',
  path: '/test/delays',
  answer(request) {
    const fields = hasJsonContentType(request) ? parseJsonObject(request) : undefined
    const isTime = (ms: unknown) => Number.isInteger(ms) && Number(ms) >= 0 && Number(ms) <= longestMs
    if (!fields || !Object.entries(fields).every(([name, ms]) => Object.hasOwn(delays, name) && isTime(ms)))
      return jsonResponse(400, { error: 'send known delays in whole milliseconds' })
    return jsonResponse(200, Object.assign(delays, fields))
  },
})
