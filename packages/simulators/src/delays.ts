import { isJson, json, jsonObject, type Route } from './http/wire.ts'

/** Simulated delays in milliseconds. Tests set them near zero or use a manual clock. */
export type Delays = {
  /** A scripted number answers, or a phone turns out to be off or busy. */
  scripted: number
  /** An unanswered prompt ends with 1037. */
  ignored: number
  /** From PIN to result; the query answers 4999 until then. */
  settle: number
  /** From result to callback, webhook or result message. */
  callback: number
  /** Added to the callback while "Answer 30 seconds late" is on. */
  late: number
  /** From accepting a refund or reversal to completing it. */
  refund: number
  /** The test card whose bank does not answer fails. */
  bankTimeout: number
  /** Between retries of a webhook that was not answered with 200; Paystack retries hourly in test mode. */
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

/** `POST /test/delays` changes some delays, in milliseconds, for later actions. Returns all. */
export const delayRoute = (delays: Delays): Route => ({
  method: 'POST',
  path: '/test/delays',
  answer(request) {
    const fields = isJson(request) ? jsonObject(request) : undefined
    const isTime = (ms: unknown) => Number.isInteger(ms) && Number(ms) >= 0 && Number(ms) <= longestMs
    if (!fields || !Object.entries(fields).every(([name, ms]) => Object.hasOwn(delays, name) && isTime(ms)))
      return json(400, { error: 'send known delays in whole milliseconds' })
    return json(200, Object.assign(delays, fields))
  },
})
