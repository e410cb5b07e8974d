import type { FeedPage } from '@pawtrait/contract/feed.ts'
import { TestCluster } from '@pawtrait/postgres/test-cluster.ts'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { Database } from '#platform/database/db.ts'
import { migrate } from '#platform/database/migrate.ts'
import { minute } from '#testing/clock.ts'
import { openSecondConnection } from '#testing/database/database.ts'
import { aPost, aUser, givenFollow } from '#testing/fixtures.ts'
import { serverForFile } from '#testing/server.ts'

const server = serverForFile()
let owner: Database
beforeAll(async () => {
  owner = await openSecondConnection(server.deps.database, 'owner')
  // Raises the error disk_full, which PostgreSQL returns for a table that cannot grow (appendix A of its manual).
  await owner.text(`create function no_room() returns trigger language plpgsql as $$
    begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`)
})
afterAll(() => owner.close())

const tables = async () =>
  (await owner.rows<{ name: string }>(sql`select tablename as name from pg_tables where schemaname = 'public'`)).map(
    ({ name }) => name,
  )

/** Runs `work` while every insert and update fails. */
async function whileFull<T>(work: () => Promise<T>): Promise<T> {
  for (const name of await tables())
    await owner.text(`create trigger full_disk before insert or update on "${name}" execute function no_room()`)
  try {
    return await work()
  } finally {
    for (const name of await tables()) await owner.text(`drop trigger full_disk on "${name}"`)
  }
}

describe('server with a full disk', () => {
  it('returns 507 for writes and logs each of them as "disk-full"', async () => {
    const [author, fan] = [await aUser(server), await aUser(server)]
    const post = await aPost(server, author)
    await whileFull(async () => {
      const answers = [
        await server.call(fan, 'POST', `/api/posts/${post.id}/comments`, { text: 'Lovely' }),
        await server.call(fan, 'PATCH', '/api/profile', { fullname: 'Another', bio: '' }),
        await server.call(fan, 'PUT', `/api/posts/${post.id}/like`),
        await server.call(fan, 'PUT', `/api/users/${author.id}/follow`),
      ]
      for (const answer of answers) expect(answer).toMatchObject({ status: 507, body: { code: 'storage-full' } })
    })
    expect(server.lines.filter((line) => line.includes('"event":"disk-full"'))).toHaveLength(4)
    expect(server.lines.filter((line) => line.includes('"event":"bug"'))).toEqual([])
    expect((await server.call(fan, 'POST', `/api/posts/${post.id}/comments`, { text: 'Lovely' })).status).toBe(201)
  })

  it('still returns 200 for reads, including feed and session', async () => {
    const [reader, friend] = [await aUser(server), await aUser(server)]
    await givenFollow(server, reader, friend)
    const post = await aPost(server, friend)
    server.clock.advance(2 * minute) // After a minute, a request tries to write the last use of its session.
    await whileFull(async () => {
      const feed = await server.call<FeedPage>(reader, 'GET', '/api/feed')
      expect([feed.status, feed.body.posts.map(({ id }) => id)]).toEqual([200, [post.id]])
      for (const path of ['/api/session', '/api/explore', `/api/posts/${post.id}`, `/api/posts/${post.id}/comments`])
        expect([path, (await server.call(reader, 'GET', path)).status]).toEqual([path, 200])
      for (const path of ['/api/notifications', '/api/stories', '/api/search?q=user', `/users/${friend.id}`])
        expect([path, (await server.call(reader, 'GET', path)).status]).toEqual([path, 200])
    })
  })

  it('can start, because migrate writes nothing if all grants exist', async () => {
    const { name } = (await owner.row<{ name: string }>(sql`select current_database() as name`)) ?? { name: '' }
    const connection = TestCluster.at(inject('cluster')).connection('owner', name)
    await migrate(connection, 'pawtrait_app')
    const written = () =>
      owner.rows(sql`select relname, xmin::text from pg_class where relkind in ('r', 'S') order by oid`)
    const before = await written()
    await migrate(connection, 'pawtrait_app')
    expect(await written()).toEqual(before)
  })
})
