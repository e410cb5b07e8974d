import { sql } from 'drizzle-orm'
import { afterEach, expect, it } from 'vitest'
import { whileStatementsFail } from '#testing/failing-statements.ts'
import { serverForFile } from '#testing/server.ts'

const server = serverForFile()

type Body = { status: string } | { code: string; detail: string; errors: { field: string; message: string }[] }
const ask = async () => {
  const { status, body, headers } = await server.call<Body>(null, 'GET', '/readyz')
  const parts = 'errors' in body ? body.errors.map(({ field }) => field) : []
  return { status, parts, retryAfter: headers['retry-after'] }
}
const ready = { status: 200, parts: [], retryAfter: undefined }
const without = (part: string) => ({ status: 503, parts: [part], retryAfter: '5' })
const { rows } = { rows: (query: ReturnType<typeof sql>) => server.deps.database.rows(query) }

afterEach(async () => {
  await rows(sql`delete from events`)
  await rows(sql`delete from jobs.job where name = 'photo-settled'`)
  server.deps.config.minFreeMb = 0
})

it('is ready with a database, space and queues that are worked', async () => {
  expect(await ask()).toEqual(ready)
})

it('is not ready while the database does not answer, and says no more than that', async () => {
  const lost = new Error('connection to postgres://owner:secret@db refused')
  const answer = await whileStatementsFail(server, lost, () => server.call(null, 'GET', '/readyz'))
  expect(answer).toMatchObject({ status: 503, body: { code: 'unavailable', detail: 'Not ready: database.' } })
  expect(answer.text).not.toContain('secret')
  expect(await ask()).toEqual(ready)
})

it('is not ready while the data folder is nearly full', async () => {
  server.deps.config.minFreeMb = 1_000_000_000
  expect(await ask()).toEqual(without('disk'))
})

it('is not ready while nobody takes a job that is long due', async () => {
  const { database, jobs } = server.deps
  await jobs.send(database, 'photo-settled', { photo: '01900000-0000-7000-8000-000000000001' })
  expect(await ask()).toEqual(ready)
  const late = new Date(server.clock.now().getTime() - 11 * 60_000).toISOString()
  await rows(sql`update jobs.job set start_after = ${late}::timestamptz where name = 'photo-settled'`)
  expect(await ask()).toEqual(without('jobs'))
  await server.runJobs()
  expect(await ask()).toEqual(ready)
})

it('is not ready while nobody reacts to an event that is long due', async () => {
  const late = new Date(server.clock.now().getTime() - 11 * 60_000).toISOString()
  const closed = '{"inviteId": "01900000-0000-7000-8000-000000000003"}'
  await rows(sql`
    insert into events (id, type, data, happened_at, due_at)
    values ('01900000-0000-7000-8000-000000000002', 'pet-invite-closed', ${closed}, ${late}::timestamptz,
      ${late}::timestamptz)`)
  expect(await ask()).toEqual(without('events'))
  await server.runJobs()
  expect(await ask()).toEqual(ready)
})
