import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { watchServerRecovery } from './watch-server-recovery.ts'

let isDown = true
const fetchMock = vi.fn<() => Promise<Response>>()
const page = Object.assign(new EventTarget(), { hidden: false })
let controller: AbortController

beforeEach(() => {
  vi.useFakeTimers()
  isDown = true
  page.hidden = false
  controller = new AbortController()
  vi.stubGlobal('document', page)
  vi.stubGlobal('fetch', fetchMock)
  fetchMock.mockReset().mockImplementation(async () => {
    if (isDown) throw new TypeError('Failed to fetch')
    return new Response('ok')
  })
})
afterEach(() => {
  controller.abort()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000)
function setVisible(isSeen: boolean) {
  page.hidden = !isSeen
  page.dispatchEvent(new Event('visibilitychange'))
}

it('watchServerRecovery polls with backoff while the server is down, and calls back once it answers', async () => {
  const onRecovery = vi.fn(() => controller.abort())
  watchServerRecovery(onRecovery, controller.signal)
  await pass(60)
  expect(fetchMock).toHaveBeenCalledTimes(5)
  await pass(600)
  expect(fetchMock.mock.calls.length).toBeLessThan(17)
  expect(onRecovery).not.toHaveBeenCalled()
  isDown = false
  await pass(60)
  expect(onRecovery).toHaveBeenCalledOnce()
})

it('watchServerRecovery does not poll while the page is hidden, and polls immediately when it is shown', async () => {
  const onRecovery = vi.fn()
  watchServerRecovery(onRecovery, controller.signal)
  await pass(5)
  const before = fetchMock.mock.calls.length
  setVisible(false)
  await pass(3600)
  expect(fetchMock).toHaveBeenCalledTimes(before)
  isDown = false
  setVisible(true)
  await pass(0)
  expect(onRecovery).toHaveBeenCalledOnce()
})

it('watchServerRecovery polls within 2 s of a new failure, even after a long earlier backoff', async () => {
  const first = new AbortController()
  watchServerRecovery(() => {}, first.signal)
  await pass(300)
  first.abort()
  const before = fetchMock.mock.calls.length
  watchServerRecovery(() => {}, controller.signal)
  await pass(2)
  expect(fetchMock).toHaveBeenCalledTimes(before + 1)
})

it('watchServerRecovery calls back within 2 s of each failed request if the server answers', async () => {
  await pass(10_000)
  isDown = false
  for (const failing of ['first', 'second']) {
    const onRecovery = vi.fn()
    const failure = new AbortController()
    watchServerRecovery(onRecovery, failure.signal)
    await pass(2)
    expect(onRecovery, `${failing} failure`).toHaveBeenCalledOnce()
    failure.abort()
    await pass(15)
  }
})

it('watchServerRecovery calls back at growing intervals if retries fail although the server answers', async () => {
  await pass(20_000)
  isDown = false
  let calls = 0
  let current = new AbortController()
  const follow = () =>
    watchServerRecovery(() => {
      calls++
      current.abort()
      current = new AbortController()
      follow()
    }, current.signal)
  follow()
  await pass(60)
  expect(calls).toBeLessThanOrEqual(6)
  const before = calls
  await pass(3600)
  expect(calls - before).toBeLessThanOrEqual(60)
  current.abort()
})
