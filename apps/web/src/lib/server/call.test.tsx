import { getPhoto } from '@pawtrait/contract/photos/photos.ts'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { CallError, call } from './call.ts'
import { createQueryClient } from './query-client.ts'

const letters = new TextEncoder()

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
})

/** Stubs `fetch`, so that the test writes the response body in chunks. `answers`: false if no response arrives. */
function slowNetwork({ answers = true } = {}) {
  const bodies: ReadableStreamDefaultController<Uint8Array>[] = []
  let requestCount = 0
  vi.stubGlobal('fetch', (_: string, { signal }: { signal: AbortSignal }) => {
    requestCount += 1
    if (!answers) return new Promise((_, refuse) => signal.addEventListener('abort', () => refuse(signal.reason)))
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        bodies.push(controller)
        signal.addEventListener('abort', () => controller.error(signal.reason))
      },
    })
    return Promise.resolve(new Response(body, { headers: { 'content-type': 'application/json' } }))
  })
  return { bodies, requestCount: () => requestCount }
}

const requestPhoto = () => call(getPhoto, { params: { id: '1' } })
const wait = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000)

test('call does not time out on a slow response while bytes still arrive', async () => {
  const { bodies } = slowNetwork()
  const answer = requestPhoto()
  for (const part of ['{"id"', ':"', 'ø"}']) {
    await wait(10)
    const [first, ...rest] = letters.encode(part)
    // A UTF-8 character may be split between two chunks.
    bodies[0]?.enqueue(Uint8Array.of(first ?? 0))
    await wait(0)
    bodies[0]?.enqueue(Uint8Array.from(rest))
  }
  await wait(0)
  bodies[0]?.close()
  expect(await answer).toEqual({ id: 'ø' })
})

test('call times out when a response stops midway', async () => {
  const { bodies } = slowNetwork()
  const answer = requestPhoto().catch((error: unknown) => error)
  bodies[0]?.enqueue(letters.encode('{"id":'))
  await wait(14)
  bodies[0]?.enqueue(letters.encode('"1'))
  await wait(16)
  const error = await answer
  expect(error).toBeInstanceOf(CallError)
  expect(error).toMatchObject({ code: 'offline', isGivenUp: true })
})

test('createQueryClient does not retry a query after a timeout', async () => {
  const { requestCount } = slowNetwork({ answers: false })
  const answer = createQueryClient()
    .fetchQuery({ queryKey: ['photo'], queryFn: requestPhoto })
    .catch((error: unknown) => error)
  await wait(14)
  await wait(60)
  expect(await answer).toMatchObject({ code: 'offline' })
  expect(requestCount()).toBe(1)
})

test('createQueryClient retries a query when the connection fails immediately', async () => {
  let requestCount = 0
  vi.stubGlobal('fetch', () => {
    requestCount += 1
    return Promise.reject(new TypeError('Failed to fetch'))
  })
  const answer = createQueryClient()
    .fetchQuery({ queryKey: ['photo'], queryFn: requestPhoto })
    .catch((error: unknown) => error)
  await wait(60)
  expect(await answer).toMatchObject({ code: 'offline', isGivenUp: false })
  expect(requestCount).toBe(3)
})
