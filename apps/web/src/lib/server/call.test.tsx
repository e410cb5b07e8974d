import { getPhoto } from '@pawtrait/contract/photos/photos.ts'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { CallError, call } from './call.ts'
import { newQueries } from './queries.ts'

const letters = new TextEncoder()

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
})

/** A network whose answer the test writes bit by bit. As the browser's, it breaks off when it is told to. */
function slowNetwork({ answers = true } = {}) {
  const sent: ReadableStreamDefaultController<Uint8Array>[] = []
  let asked = 0
  vi.stubGlobal('fetch', (_: string, { signal }: { signal: AbortSignal }) => {
    asked += 1
    if (!answers) return new Promise((_, refuse) => signal.addEventListener('abort', () => refuse(signal.reason)))
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        sent.push(controller)
        signal.addEventListener('abort', () => controller.error(signal.reason))
      },
    })
    return Promise.resolve(new Response(body, { headers: { 'content-type': 'application/json' } }))
  })
  return { sent, asked: () => asked }
}

const ask = () => call(getPhoto, { params: { id: '1' } })
const wait = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000)

test('an answer that comes slowly is waited for as long as more of it comes', async () => {
  const { sent } = slowNetwork()
  const answer = ask()
  for (const part of ['{"id"', ':"', 'ø"}']) {
    await wait(10)
    const [first, ...rest] = letters.encode(part)
    // A letter may come in two halves.
    sent[0]?.enqueue(Uint8Array.of(first ?? 0))
    await wait(0)
    sent[0]?.enqueue(Uint8Array.from(rest))
  }
  await wait(0)
  sent[0]?.close()
  expect(await answer).toEqual({ id: 'ø' })
})

test('one that stops in the middle is given up', async () => {
  const { sent } = slowNetwork()
  const answer = ask().catch((error: unknown) => error)
  sent[0]?.enqueue(letters.encode('{"id":'))
  await wait(14)
  sent[0]?.enqueue(letters.encode('"1'))
  await wait(16)
  const error = await answer
  expect(error).toBeInstanceOf(CallError)
  expect(error).toMatchObject({ code: 'offline', isGivenUp: true })
})

test('after a silence nothing is asked again: that would only take as long again', async () => {
  const { asked } = slowNetwork({ answers: false })
  const answer = newQueries()
    .fetchQuery({ queryKey: ['photo'], queryFn: ask })
    .catch((error: unknown) => error)
  await wait(14)
  await wait(60)
  expect(await answer).toMatchObject({ code: 'offline' })
  expect(asked()).toBe(1)
})

test('a line that breaks at once is tried again', async () => {
  let asked = 0
  vi.stubGlobal('fetch', () => {
    asked += 1
    return Promise.reject(new TypeError('Failed to fetch'))
  })
  const answer = newQueries()
    .fetchQuery({ queryKey: ['photo'], queryFn: ask })
    .catch((error: unknown) => error)
  await wait(60)
  expect(await answer).toMatchObject({ code: 'offline', isGivenUp: false })
  expect(asked).toBe(3)
})
