import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { systemClock } from '#platform/clock.ts'
import type { Database } from '#platform/database/db.ts'
import { createJsonLog } from '#platform/monitoring/log.ts'
import { createTestDatabase } from '#testing/database/database.ts'
import { serverForFile } from '#testing/server.ts'
import { createPgBossJobs, type JobQueue, type Worker } from './jobs.ts'

const server = serverForFile()
let database: Database
let jobs: JobQueue
/** Number of running jobs, and their maximum so far. */
const runningJobs = { now: 0, most: 0 }
const bothStarted = Promise.withResolvers<void>()

const meet: Worker = {
  name: 'meet',
  inParallel: true,
  work: async () => {
    runningJobs.now += 1
    runningJobs.most = Math.max(runningJobs.most, runningJobs.now)
    if (runningJobs.now === 2) bothStarted.resolve()
    await bothStarted.promise
    runningJobs.now -= 1
  },
}

beforeAll(async () => {
  database = await createTestDatabase()
  jobs = createPgBossJobs(
    database,
    createJsonLog(() => {}, systemClock.now),
  )
  await jobs.prepare([meet])
})
afterAll(async () => {
  await jobs.stop()
  await database.close()
})

it('JobQueue runs two waiting jobs at once if their worker has `inParallel`', async () => {
  for (const n of [1, 2]) await jobs.send(database, 'meet', { n })
  expect((await jobs.waiting('meet')).length).toBe(2)
  await jobs.start()
  await bothStarted.promise
  await expect.poll(() => [runningJobs.now, runningJobs.most]).toEqual([0, 2])
  await expect.poll(() => jobs.waiting('meet')).toEqual([])
})

it('JobQueue.drain runs waiting jobs, except those of the excluded queues', async () => {
  const { deps } = server
  const large = { photo: '00000000-0000-7000-8000-000000000001', name: 'gone' }
  await deps.jobs.send(deps.database, 'enlarge-photo', large)
  await deps.jobs.send(deps.database, 'sweep-photos', {})
  await deps.jobs.drain(['enlarge-photo'])
  expect([await deps.jobs.waiting('enlarge-photo'), await deps.jobs.waiting('sweep-photos')]).toEqual([[large], []])
  await deps.jobs.drain()
  expect(await deps.jobs.waiting('enlarge-photo')).toEqual([])
})

it('JobQueue.prepare updates changed queue settings at the first start, and writes nothing at the second', async () => {
  const row = () =>
    database.row<{ version: string; retries: number; longestPause: number }>(sql`
      select xmin::text as version, retry_limit as retries, retry_delay_max as "longestPause"
      from jobs.queue where name = 'meet'`)
  const start = async (worker: Worker) => {
    const next = createPgBossJobs(
      database,
      createJsonLog(() => {}, systemClock.now),
    )
    await next.prepare([worker])
    await next.stop()
    return row()
  }
  expect(await row()).toMatchObject({ retries: 8, longestPause: null })
  const changed = await start({ ...meet, neverGivenUp: true })
  expect(changed).toMatchObject({ retries: 10_000, longestPause: 6 * 3600 })
  expect(await start({ ...meet, neverGivenUp: true })).toEqual(changed)
})
