import { setTimeout as sleep } from 'node:timers/promises'
import type { ApiClient } from '../e2e/client.ts'

/** Counts of responses under load. Times are values of `performance.now()`. */
export type ResponseTally = {
  answered: number
  /** Responses with the code `unavailable` and `Retry-After`, or with an error about full storage. */
  refused: number
  /** Requests without a response from the app: the connection was refused or broken, or a proxy found no server. */
  cut: number
  /** Wrong responses, such as a 500 or another user's name. */
  wrong: string[]
  /** Times of refused requests and cut connections. */
  failedAt: number[]
  /** Longest wait for a response, a refusal or the end of the connection. */
  slowestMs: number
}

export const createResponseTally = (): ResponseTally => ({
  answered: 0,
  refused: 0,
  cut: 0,
  wrong: [],
  failedAt: [],
  slowestMs: 0,
})

const answersWithinMs = 30_000

/** Returns whether a response is a refusal: the code `unavailable` with `Retry-After`, or full storage. */
export async function isRefusal(answer: Response): Promise<boolean> {
  const isOurs = answer.headers.get('content-type')?.startsWith('application/problem+json')
  const { code } = isOurs ? ((await answer.clone().json()) as { code?: string }) : {}
  return (code === 'unavailable' && answer.headers.has('retry-after')) || code === 'storage-full'
}

/** Returns whether a response is from HAProxy, which found no working node. */
const isFromProxy = ({ status, headers }: Response) =>
  [502, 503, 504].includes(status) && headers.get('content-type') === 'text/html'

export type RequestParts = [method: string, path: string, body?: object | FormData]

export const readBytes = async (answer: Response): Promise<Buffer> => Buffer.from(await answer.arrayBuffer())

/**
 * Sends and counts one request. Returns the body, parsed as JSON by default. Returns undefined when the request was
 * refused or cut, or the response was wrong.
 */
export async function sendCountedRequest<T>(
  app: { origin: string },
  client: ApiClient,
  tally: ResponseTally,
  [method, path, body]: RequestParts,
  readBody = async (answer: Response) => (await answer.json()) as T,
): Promise<T | undefined> {
  const startedAt = performance.now()
  const countFailure = async (what: 'refused' | 'cut') => {
    tally[what]++
    tally.failedAt.push(performance.now())
    await sleep(100) // a refused client waits before the next attempt
    return undefined
  }
  const pending = client.call(app, method, path, body).then(async (answer) => {
    if (answer.ok) return readBody(answer)
    if (await isRefusal(answer)) return countFailure('refused')
    if (isFromProxy(answer)) return countFailure('cut')
    tally.wrong.push(`${method} ${path}: ${answer.status} ${(await answer.text()).slice(0, 160)}`)
    return undefined
  })
  const late = sleep(answersWithinMs, 'late' as const, { ref: false })
  const found = await Promise.race([pending, late]).catch((error: unknown) => {
    // a SyntaxError means that the connection was cut within the JSON
    if (error instanceof TypeError || error instanceof SyntaxError) return countFailure('cut')
    throw error
  })
  tally.slowestMs = Math.max(tally.slowestMs, performance.now() - startedAt)
  if (found === 'late') {
    tally.wrong.push(`${method} ${path}: no answer within ${answersWithinMs} ms`)
    return undefined
  }
  if (found !== undefined) tally.answered++
  return found
}
