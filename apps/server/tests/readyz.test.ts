import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { sql } from 'drizzle-orm'
import { afterEach, describe, expect, it } from 'vitest'
import { isClosing } from '#platform/process/graceful-shutdown.ts'
import { hour, minute } from '#testing/clock.ts'
import { whileStatementsFail } from '#testing/database/failing-statements.ts'
import { serverForFile, startServer } from '#testing/server.ts'

const server = serverForFile()

type Body = { status: string } | { code: string; detail: string; errors: { field: string; message: string }[] }
const readReadiness = async () => {
  const { status, body } = await server.call<Body>(null, 'GET', '/readyz')
  return { status, problems: 'errors' in body ? body.errors.map(({ field }) => field) : [] }
}
const ready = { status: 200, problems: [] }
const rows = (query: ReturnType<typeof sql>) => server.deps.database.rows(query)
const ago = (ms: number) => new Date(server.clock.now().getTime() - ms).toISOString()

afterEach(async () => {
  await rows(sql`delete from events`)
  await rows(sql`delete from jobs.job`)
  server.deps.config.minFreeMb = 0
})

describe('GET /readyz', () => {
  it('returns 200 while the database responds', async () => {
    expect(await readReadiness()).toEqual(ready)
  })

  it('returns 503 and names only the database while the database does not respond', async () => {
    const connectionError = new Error('connection to postgres://owner:secret@db refused')
    const answer = await whileStatementsFail(server, connectionError, () => server.call(null, 'GET', '/readyz'))
    expect(answer).toMatchObject({
      status: 503,
      body: { code: 'unavailable', detail: 'Not ready: database.' },
      headers: { 'retry-after': '5' },
    })
    expect(answer.text).not.toContain('secret')
    expect(await readReadiness()).toEqual(ready)
  })

  it('returns 200 while 1,000 `enlarge-photo` jobs (large sizes and AVIF) have waited for an hour', async () => {
    await rows(sql`
      insert into jobs.job (name, data, start_after, created_on)
      select 'enlarge-photo', '{}', ${ago(hour)}::timestamptz, ${ago(hour)}::timestamptz from generate_series(1, 1000)`)
    expect(await readReadiness()).toEqual(ready)
  })

  it('returns 200 while events and mail are late', async () => {
    const late = ago(11 * minute)
    await rows(sql`
      insert into events (id, type, data, happened_at, due_at)
      values ('01900000-0000-7000-8000-000000000002', 'pet-invite-closed', '{}', ${late}::timestamptz,
        ${late}::timestamptz)`)
    await rows(sql`insert into jobs.job (name, data, start_after) values ('mail-code', '{}', ${late}::timestamptz)`)
    expect(await readReadiness()).toEqual(ready)
  })

  it('returns 200 below MIN_FREE_MB, because every node may share the full disk', async () => {
    server.deps.config.minFreeMb = 1_000_000_000
    expect(await readReadiness()).toEqual(ready)
  })

  it('returns 503 on open connections once the process has begun to shut down', async () => {
    const closing = await startServer()
    const origin = await closing.app.fastify.listen({ port: 0, host: '127.0.0.1' })
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const get = async () => {
      const outgoing = request(`${origin}/readyz`, { agent, headers: { host: 'localhost:3000' } }).end()
      const [answer] = (await once(outgoing, 'response')) as [IncomingMessage]
      answer.resume()
      await once(answer, 'end')
      return answer.statusCode
    }
    const before = await get()
    const stopped = closing.stop()
    await expect.poll(() => isClosing(closing.app.fastify)).toBe(true)
    expect([before, await get()]).toEqual([200, 503])
    await stopped
    agent.destroy()
  })
})
