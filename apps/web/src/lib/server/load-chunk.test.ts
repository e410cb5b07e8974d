import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { loadChunk, onReloadRequired, recordStreamState } from './load-chunk.ts'

const fetchMock = vi.fn<() => Promise<Response>>()
beforeEach(() => {
  fetchMock.mockReset().mockResolvedValue(new Response('{}'))
  vi.stubGlobal('fetch', fetchMock)
  vi.stubGlobal('navigator', { onLine: true })
})
afterEach(() => {
  vi.unstubAllGlobals()
  recordStreamState(true)
})

const failToLoad = () => Promise.reject(new Error('gone'))

it('loadChunk retries once after a second, because the network may have just come back', async () => {
  vi.useFakeTimers()
  const onReload = vi.fn()
  const stop = onReloadRequired(onReload)
  const recoversAt = Date.now() + 900
  const load = vi.fn(() => (Date.now() < recoversAt ? failToLoad() : Promise.resolve('part')))
  const pending = loadChunk(load)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await pending).toBe('part')
  expect(load).toHaveBeenCalledTimes(2)
  expect(onReload).not.toHaveBeenCalled()
  stop()
  vi.useRealTimers()
})

it('loadChunk requests a page reload if both attempts fail although the server answers', async () => {
  vi.useFakeTimers()
  const onReload = vi.fn()
  const stop = onReloadRequired(onReload)
  const pending = loadChunk(failToLoad).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await pending).toMatchObject({ message: 'gone' })
  expect(onReload).toHaveBeenCalledOnce()
  stop()
  vi.useRealTimers()
})

it.each([
  ['without a network', () => vi.stubGlobal('navigator', { onLine: false })],
  ['while the live stream is broken', () => recordStreamState(false)],
])('loadChunk requests no module until the server answers: %s', async (_when, begin) => {
  fetchMock.mockRejectedValue(new TypeError('Failed to fetch'))
  begin()
  const load = vi.fn(async () => 'part')
  await expect(loadChunk(load)).rejects.toMatchObject({ code: 'offline' })
  expect(load).not.toHaveBeenCalled()
  fetchMock.mockResolvedValue(new Response('{}'))
  await expect(loadChunk(load)).resolves.toBe('part')
  fetchMock.mockRejectedValue(new TypeError('Failed to fetch'))
  await expect(loadChunk(load)).resolves.toBe('part')
})

it('loadChunk throws "offline" and requests no page reload when the server does not answer', async () => {
  vi.useFakeTimers()
  fetchMock.mockRejectedValue(new TypeError('Failed to fetch'))
  const onReload = vi.fn()
  const stop = onReloadRequired(onReload)
  const pending = loadChunk(failToLoad).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await pending).toMatchObject({ code: 'offline' })
  expect(onReload).not.toHaveBeenCalled()
  stop()
  vi.useRealTimers()
})

const loadForever = () => new Promise<never>(() => {})

it('loadChunk throws at its time limit without a retry', async () => {
  const load = vi.fn(loadForever)
  await expect(loadChunk(load, 10)).rejects.toThrow('too long')
  expect(load).toHaveBeenCalledOnce()
})

it('loadChunk throws within 15 seconds when neither the chunk nor the server answers', async () => {
  vi.useFakeTimers()
  fetchMock.mockRejectedValue(new TypeError('Failed to fetch'))
  const load = vi.fn(loadForever)
  const pending = loadChunk(load).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(15_000)
  expect(await pending).toMatchObject({ code: 'offline' })
  expect(load).toHaveBeenCalledOnce()
  expect(vi.getTimerCount()).toBe(0)
  vi.useRealTimers()
})

it('loadChunk waits a minute for a slow chunk while the server answers', async () => {
  vi.useFakeTimers()
  const load = () => new Promise<string>((resolve) => setTimeout(() => resolve('part'), 60_000))
  const pending = loadChunk(load)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(await pending).toBe('part')
  expect(fetchMock.mock.calls.length).toBeGreaterThan(2)
  vi.useRealTimers()
})
