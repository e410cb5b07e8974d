import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { followServer } from './server-back.ts'

let away = true
const asked = vi.fn<() => Promise<Response>>()
const page = Object.assign(new EventTarget(), { hidden: false })
let stopping: AbortController

beforeEach(() => {
  vi.useFakeTimers()
  away = true
  page.hidden = false
  stopping = new AbortController()
  vi.stubGlobal('document', page)
  vi.stubGlobal('fetch', asked)
  asked.mockReset().mockImplementation(async () => {
    if (away) throw new TypeError('Failed to fetch')
    return new Response('ok')
  })
})
afterEach(() => {
  stopping.abort()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000)
function look(isSeen: boolean) {
  page.hidden = !isSeen
  page.dispatchEvent(new Event('visibilitychange'))
}

it('asks ever more seldom, and tells once the server answers', async () => {
  const tell = vi.fn()
  followServer(tell, stopping.signal)
  await pass(60)
  expect(asked).toHaveBeenCalledTimes(5)
  await pass(600)
  expect(asked.mock.calls.length).toBeLessThan(17)
  expect(tell).not.toHaveBeenCalled()
  away = false
  await pass(60)
  expect(tell).toHaveBeenCalledOnce()
})

it('asks nothing while nobody looks, and at once when somebody does again', async () => {
  const tell = vi.fn()
  followServer(tell, stopping.signal)
  await pass(5)
  const before = asked.mock.calls.length
  look(false)
  await pass(3600)
  expect(asked).toHaveBeenCalledTimes(before)
  away = false
  look(true)
  await pass(0)
  expect(tell).toHaveBeenCalledOnce()
})

it('asks soon for what fails later, however long it was asked for others', async () => {
  const first = new AbortController()
  followServer(() => {}, first.signal)
  await pass(300)
  first.abort()
  const before = asked.mock.calls.length
  followServer(() => {}, stopping.signal)
  await pass(2)
  expect(asked).toHaveBeenCalledTimes(before + 1)
})
