import { isJson, json, jsonObject, type Route } from './http/wire.ts'

/** How long things take, in milliseconds. Tests set all of them near zero or drive a clock of their own. */
export type Delays = {
  /** A scripted number answers, and a phone that is off or busy is found to be so (payments.md §4: 2 s). */
  scripted: number
  /** An unanswered prompt ends in 1037 (payments.md §4: 60 s). */
  ignored: number
  /** From the PIN to a verdict; the query says 4999 until then (payments.md §1.4). */
  settle: number
  /** From the verdict to the callback, webhook or result message. */
  callback: number
  /** Added to the callback while "Answer 30 seconds late" is on. */
  late: number
  /** A refund or reversal moves from accepted to done. */
  refund: number
  /** The test card whose bank does not answer is given up. */
  bankTimeout: number
  /** Between two deliveries of a webhook that was not answered with 200 (payments.md §2.1: hourly in test mode). */
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

/** `POST /test/delays` with some of them, in milliseconds: what begins afterwards takes that long. Gives all. */
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
