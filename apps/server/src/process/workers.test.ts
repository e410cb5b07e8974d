import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { newId } from '#platform/database/id.ts'
import { serverForFile } from '#testing/server.ts'

const server = serverForFile()

it('job `set-aside-events` postpones only events of unknown types, by an hour', async () => {
  const { database, jobs } = server.deps
  const at = sql`${server.clock.now().toISOString()}::timestamptz`
  for (const type of ['of-another-release', 'post-liked'])
    await database.rows(sql`
      insert into events (id, type, data, happened_at, due_at)
      values (${newId(server.clock.now())}::uuid, ${type}, '{}'::jsonb, ${at}, ${at})`)
  server.clock.advance(4 * 60_000)
  await jobs.send(database, 'set-aside-events', {})
  await jobs.drain()
  const rows = await database.rows(sql`
    select type, round(extract(epoch from due_at - ${at}) / 60)::int as minutes from events order by type`)
  expect(rows).toEqual([
    { type: 'of-another-release', minutes: 64 },
    { type: 'post-liked', minutes: 0 },
  ])
})
