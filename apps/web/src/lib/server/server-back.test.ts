import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { followServer } from './server-back.ts'

let away = true
const fetchMock = vi.fn<() => Promise<Response>>()
const page = Object.assign(new EventTarget(), { hidden: false })
let stopping: AbortController

beforeEach(() => {
  vi.useFakeTimers()
  away = true
  page.hidden = false
  stopping = new AbortController()
  vi.stubGlobal('document', page)
  vi.stubGlobal('fetch', fetchMock)
  fetchMock.mockReset().mockImplementation(async () => {
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
function setVisible(isSeen: boolean) {
  page.hidden = !isSeen
  page.dispatchEvent(new Event('visibilitychange'))
}

it('backs off while the server is away, and calls back once it answers', async () => {
  const tell = vi.fn()
  followServer(tell, stopping.signal)
  await pass(60)
  expect(fetchMock).toHaveBeenCalledTimes(5)
  await pass(600)
  expect(fetchMock.mock.calls.length).toBeLessThan(17)
  expect(tell).not.toHaveBeenCalled()
  away = false
  await pass(60)
  expect(tell).toHaveBeenCalledOnce()
})

it('does not ask while the page is hidden, and asks at once when it is shown', async () => {
  const tell = vi.fn()
  followServer(tell, stopping.signal)
  await pass(5)
  const before = fetchMock.mock.calls.length
  setVisible(false)
  await pass(3600)
  expect(fetchMock).toHaveBeenCalledTimes(before)
  away = false
  setVisible(true)
  await pass(0)
  expect(tell).toHaveBeenCalledOnce()
})

it('starts with a short pause for a new failure, however long it has asked for others', async () => {
  const first = new AbortController()
  followServer(() => {}, first.signal)
  await pass(300)
  first.abort()
  const before = fetchMock.mock.calls.length
  followServer(() => {}, stopping.signal)
  await pass(2)
  expect(fetchMock).toHaveBeenCalledTimes(before + 1)
})
