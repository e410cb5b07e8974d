import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { TestCluster } from '@pawtrait/postgres/test-cluster.ts'
import { sql } from 'drizzle-orm'
import { describe, expect, inject, it } from 'vitest'
import type { Database } from '#platform/database/db.ts'
import { killChild, startChild, waitForExit } from '#testing/child-process.ts'
import { createTestDatabase } from '#testing/database/database.ts'

const KILLS = Number(process.env.KILLS ?? '3') // The crash drill (P02) sets a higher number.
const [POSTS, USERS] = [6, 120]
const worker = fileURLToPath(new URL('notifications-worker.ts', import.meta.url))

async function start(connection: string, code: 'write' | 'react'): Promise<ChildProcess> {
  const child = startChild(worker, connection, code)
  await once(child.stdout, 'data')
  return child
}

async function finish(connection: string, code: 'write' | 'react') {
  const child = await start(connection, code)
  await waitForExit(child)
  expect(child.exitCode).toBe(0)
}

/** Inserts one author with posts, and users without likes. */
const seed = (database: Database) =>
  database.rows(sql`
    with people as (
      insert into users (id, username, fullname, email, state, time_zone, created_at)
      select ('00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 'u' || n, 'U', n || '@example.test',
        'active', 'UTC', now() from generate_series(1, ${USERS}::int) n returning id)
    insert into posts (id, author_id, caption, place, audience, is_ready, posted_at)
    select ('00000000-0000-7000-9000-' || lpad(to_hex(n), 12, '0'))::uuid,
      '00000000-0000-7000-8000-000000000001', '', '', 'everyone', true, now() from generate_series(1, ${POSTS}::int) n`)

/** Waits until the database contains an unhandled event, or the writer has ended. */
async function untilEventWaits(database: Database, writer: ChildProcess) {
  while (writer.exitCode === null && (await countRows(database, sql`events`)) === 0) await sleep(2)
}

const countRows = async (database: Database, rows: ReturnType<typeof sql>) =>
  (await database.row<{ n: number }>(sql`select count(*)::int as n from ${rows}`))?.n ?? 0

describe('notifications of likes under SIGKILL', () => {
  it('count exactly the users who like the post, even if writers and workers were killed', async () => {
    const database = await createTestDatabase()
    try {
      await seed(database)
      const currentDatabase = await database.row<{ name: string }>(sql`select current_database() as name`)
      const connection = JSON.stringify(TestCluster.at(inject('cluster')).connection('app', currentDatabase?.name))
      let unhandledEvents = 0
      for (let nth = 0; nth < KILLS; nth++) {
        const writer = await start(connection, 'write')
        await untilEventWaits(database, writer)
        // Starts two workers, as on two servers.
        const workers = await Promise.all([start(connection, 'react'), start(connection, 'react')])
        // The first kill has no delay: on a busy machine, a delay may end after the work is done.
        if (nth > 0) await sleep(Math.random() * 90)
        await Promise.all([writer, ...workers].map(killChild))
        unhandledEvents += await countRows(database, sql`events`)
      }
      // Proves that the kills interrupted unfinished work.
      expect(unhandledEvents).toBeGreaterThan(0)
      await finish(connection, 'write')
      await finish(connection, 'react')
      const likes = await countRows(database, sql`likes`)
      const removedLikes = Math.floor(USERS / 3) * POSTS
      expect(likes).toBe((USERS - 1) * POSTS - removedLikes)
      expect(await countRows(database, sql`events`)).toBe(0)
      expect(await countRows(database, sql`notifications`)).toBe(POSTS)
      // Each notification must list and count exactly the users who like its post.
      const lines = sql`notification_actors a join notifications n on n.id = a.notification_id`
      expect(await countRows(database, lines)).toBe(likes)
      const wrongActors = sql`${lines} where not exists (
        select 1 from likes l where l.post_id = n.post_id and l.user_id = a.actor_id)`
      expect(await countRows(database, wrongActors)).toBe(0)
      const miscounted = sql`notifications n where actor_count <> (
        select count(*) from notification_actors a where a.notification_id = n.id)`
      expect(await countRows(database, miscounted)).toBe(0)
    } finally {
      await database.close()
    }
  }, 180_000)
})
