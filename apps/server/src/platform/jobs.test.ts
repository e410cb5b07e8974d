import { expect, it } from 'vitest'
import { serverForFile } from '#testing/server.ts'

const server = serverForFile()

it('what waits is run, but for jobs that are left to others', async () => {
  const { jobs, database } = server.deps
  const large = { photo: '00000000-0000-7000-8000-000000000001', name: 'gone' }
  await jobs.send(database, 'enlarge-photo', large)
  await jobs.send(database, 'sweep-photos', {})
  await jobs.drain(['enlarge-photo'])
  expect([await jobs.waiting('enlarge-photo'), await jobs.waiting('sweep-photos')]).toEqual([[large], []])
  await jobs.drain()
  expect(await jobs.waiting('enlarge-photo')).toEqual([])
})
