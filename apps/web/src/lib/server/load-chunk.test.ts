import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { loadChunk, noteStream, onNeedsReload } from './load-chunk.ts'

const answers = vi.fn<() => Promise<Response>>()
beforeEach(() => {
  answers.mockReset().mockResolvedValue(new Response('{}'))
  vi.stubGlobal('fetch', answers)
  vi.stubGlobal('navigator', { onLine: true })
})
afterEach(() => {
  vi.unstubAllGlobals()
  noteStream(true)
})

const gone = () => Promise.reject(new Error('gone'))

it('tries once more before it gives up', async () => {
  const load = vi.fn().mockRejectedValueOnce(new Error('gone')).mockResolvedValueOnce('part')
  await expect(loadChunk(load)).resolves.toBe('part')
  expect(load).toHaveBeenCalledTimes(2)
})

it('tells that a reload is needed only after both tries failed although the server answers', async () => {
  const told = vi.fn()
  const stop = onNeedsReload(told)
  await expect(loadChunk(gone)).rejects.toThrow('gone')
  expect(told).toHaveBeenCalledOnce()
  stop()
})

it.each([
  ['without a network', () => vi.stubGlobal('navigator', { onLine: false })],
  ['while the live stream is broken', () => noteStream(false)],
])('asks for no module %s before the server has answered', async (_when, begin) => {
  answers.mockRejectedValue(new TypeError('Failed to fetch'))
  begin()
  const load = vi.fn(async () => 'part')
  await expect(loadChunk(load)).rejects.toMatchObject({ code: 'offline' })
  expect(load).not.toHaveBeenCalled()
  answers.mockResolvedValue(new Response('{}'))
  await expect(loadChunk(load)).resolves.toBe('part')
  answers.mockRejectedValue(new TypeError('Failed to fetch'))
  await expect(loadChunk(load)).resolves.toBe('part')
})

it('takes a server that does not answer for that, and for no reason to reload', async () => {
  answers.mockRejectedValue(new TypeError('Failed to fetch'))
  const told = vi.fn()
  const stop = onNeedsReload(told)
  await expect(loadChunk(gone)).rejects.toMatchObject({ code: 'offline' })
  expect(told).not.toHaveBeenCalled()
  stop()
})

const never = () => new Promise<never>(() => {})

it('does not wait longer than its limit, nor anew for what the browser is waiting for', async () => {
  const load = vi.fn(never)
  await expect(loadChunk(load, 10)).rejects.toThrow('too long')
  expect(load).toHaveBeenCalledOnce()
})

it('gives up within a quarter of a minute when the server does not answer either', async () => {
  vi.useFakeTimers()
  answers.mockRejectedValue(new TypeError('Failed to fetch'))
  const load = vi.fn(never)
  const asked = loadChunk(load).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(15_000)
  expect(await asked).toMatchObject({ code: 'offline' })
  expect(load).toHaveBeenCalledOnce()
  expect(vi.getTimerCount()).toBe(0)
  vi.useRealTimers()
})

it('waits for a part on a slow network as long as the server is there', async () => {
  vi.useFakeTimers()
  const load = () => new Promise<string>((resolve) => setTimeout(() => resolve('part'), 60_000))
  const asked = loadChunk(load)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(await asked).toBe('part')
  expect(answers.mock.calls.length).toBeGreaterThan(2)
  vi.useRealTimers()
})
