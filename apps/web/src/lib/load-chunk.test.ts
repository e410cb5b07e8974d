import { beforeEach, expect, it, vi } from 'vitest'
import { loadChunk, onNewVersion } from './load-chunk.ts'

beforeEach(() => void vi.stubGlobal('navigator', { onLine: true }))

it('tries once more before it gives up', async () => {
  const load = vi.fn().mockRejectedValueOnce(new Error('gone')).mockResolvedValueOnce('part')
  await expect(loadChunk(load)).resolves.toBe('part')
  expect(load).toHaveBeenCalledTimes(2)
})

it('tells of a new version only after both tries failed', async () => {
  const told = vi.fn()
  const stop = onNewVersion(told)
  await expect(loadChunk(() => Promise.reject(new Error('gone')))).rejects.toThrow('gone')
  expect(told).toHaveBeenCalledOnce()
  stop()
})

it('does not wait longer than its limit', async () => {
  await expect(loadChunk(() => new Promise(() => {}), 10)).rejects.toThrow('too long')
})
