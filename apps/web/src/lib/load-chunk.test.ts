import { beforeEach, expect, it, vi } from 'vitest'
import { loadChunk, onNewVersion } from './load-chunk.ts'

const answers = vi.fn<() => Promise<Response>>()
beforeEach(() => {
  answers.mockReset().mockResolvedValue(new Response('{}'))
  vi.stubGlobal('fetch', answers)
})

const gone = () => Promise.reject(new Error('gone'))

it('tries once more before it gives up', async () => {
  const load = vi.fn().mockRejectedValueOnce(new Error('gone')).mockResolvedValueOnce('part')
  await expect(loadChunk(load)).resolves.toBe('part')
  expect(load).toHaveBeenCalledTimes(2)
})

it('tells of a new version only after both tries failed although the server answers', async () => {
  const told = vi.fn()
  const stop = onNewVersion(told)
  await expect(loadChunk(gone)).rejects.toThrow('gone')
  expect(told).toHaveBeenCalledOnce()
  stop()
})

it('takes a server that does not answer for that, and for no new version', async () => {
  answers.mockRejectedValue(new TypeError('Failed to fetch'))
  const told = vi.fn()
  const stop = onNewVersion(told)
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
