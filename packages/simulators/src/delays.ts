import { isJson, jsonResponse, parseJsonObject, type Route } from './http/wire.ts'

/** Simulated delays in milliseconds. Tests set them near zero or use a manual clock. */
export type Delays = {
  /** From push to the result of a scripted number, or of a phone that is off or busy. */
  scripted: number
  /** From prompt to result 1037 when the payer does not answer. */
  ignored: number
  /** From PIN to result; the query answers 4999 until then. */
  settle: number
  /** From result to callback or webhook. */
  callback: number
  /** Added to the callback while "Answer 30 seconds late" is on. */
  late: number
  /** From accepting a refund, a reversal or a status query to its result. */
  refund: number
  /** From payment to failure with the test card for a bank timeout. */
  bankTimeout: number
  /** Between retries of a webhook that got no 2xx. Paystack retries hourly in test mode. */
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
export const delayRoute = (delays: Delays): Route => ({
  method: 'POST',
  path: '/test/delays',
  answer(request) {
    const fields = isJson(request) ? parseJsonObject(request) : undefined
    const isTime = (ms: unknown) => Number.isInteger(ms) && Number(ms) >= 0 && Number(ms) <= longestMs
    if (!fields || !Object.entries(fields).every(([name, ms]) => Object.hasOwn(delays, name) && isTime(ms)))
      return jsonResponse(400, { error: 'send known delays in whole milliseconds' })
    return jsonResponse(200, Object.assign(delays, fields))
  },
})
