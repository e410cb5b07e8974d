import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newId } from '#platform/database/id.ts'
import { createStreamClient } from '#testing/event-stream-client.ts'
import { aUser } from '#testing/fixtures.ts'
import { serverForFile, startAnotherNode, type TestServer } from '#testing/server.ts'

const server = serverForFile()
let restarted: TestServer

/** Runs empty transactions until the next transaction number is above `number`. */
const useTransactionsUpTo = (number: number) =>
  server.deps.database.rows(
    sql.raw(`do $$ begin while pg_current_xact_id()::text::bigint < ${number} loop commit; end loop; end $$`),
  )

beforeAll(async () => {
  await useTransactionsUpTo(13_000)
  await server.deps.database.rows(sql`delete from live_notices`)
  // Inserts a notice with a four-digit transaction number and 1,500 notices with five-digit ones. One poll reads fewer
  // notices.
  await server.deps.database.rows(sql`
    insert into live_notices (transaction, horizon, notice)
    select n::text::xid8, n::text::xid8, '{}'
    from unnest(array[9999] || array(select generate_series(10001, 11500))) n`)
  restarted = await startAnotherNode(server)
  await restarted.app.fastify.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => restarted.stop())

it('restarted node delivers live messages when stored transaction numbers have four and five digits', async () => {
  const reader = await aUser(server)
  const stream = await createStreamClient(restarted)(reader)
  const messages = [1, 2, 3].map(() => ({ type: 'post-left' as const, postId: newId(server.clock.now()) }))
  for (const message of messages) await server.deps.live.send(server.deps.database, [reader.id], message)
  expect([await stream.next(), await stream.next(), await stream.next()]).toEqual(messages)
  stream.leave()
  expect(restarted.lines.filter((line) => line.includes('live-restarted'))).toEqual([])
})

it('server process that is 1,500 notices behind sends `resync`, and logs the restart of live messages', async () => {
  const reader = await aUser(server)
  const stream = await createStreamClient(restarted)(reader)
  const { deps } = server
  await deps.database.rows(sql`
    insert into live_notices (horizon, notice) select pg_current_xact_id(), '{}' from generate_series(1, 1500)`)
  expect(await stream.next()).toEqual({ type: 'resync' })
  const line = restarted.lines.find((entry) => entry.includes('live-restarted')) ?? '{}'
  expect(JSON.parse(line)).toMatchObject({ event: 'live-restarted', reason: 'too many notices' })
  const { text } = await restarted.call(null, 'GET', '/metrics')
  expect(text).toMatch(/^live_restarts_total\{reason="too many notices"\} [1-9]/m)
  stream.leave()
})
