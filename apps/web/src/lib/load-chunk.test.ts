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

it('does not wait longer than its limit', async () => {
  await expect(loadChunk(() => new Promise(() => {}), 10)).rejects.toThrow('too long')
})
