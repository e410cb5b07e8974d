import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '#platform/database/db.ts'
import { countLockWaits, openSecondConnection } from '#testing/database/database.ts'
import { aPost, aUser, givenFollow, type TestUser } from '#testing/fixtures.ts'
import { serverForFile } from '#testing/server.ts'
import { aSignUp } from '#testing/sign-in.ts'

const server = serverForFile()
let owner: Database
beforeAll(async () => {
  owner = await openSecondConnection(server.deps.database, 'owner')
})
afterAll(() => owner.close())

const busy = { status: 503, body: { code: 'unavailable', retryAfterSeconds: 5 }, headers: { 'retry-after': '5' } }

/** Runs `work` while another connection locks a table. */
const whileLocked = <T>(table: string, work: () => Promise<T>): Promise<T> =>
  owner.transaction(async (db) => {
    await db.rows(sql`lock table ${sql.identifier(table)} in access exclusive mode`)
    return work()
  })

const renameUser = (user: TestUser) => server.call(user, 'PATCH', '/api/profile', { fullname: 'Another name', bio: '' })

describe('lock held by another connection', () => {
  it('makes reads and writes return 503 with Retry-After after two seconds', async () => {
    const user = await aUser(server)
    await whileLocked('users', async () => {
      const startedAt = performance.now()
      const answers = await Promise.all([renameUser(user), server.call(user, 'GET', '/api/session')])
      expect(answers).toMatchObject([busy, busy])
      // The other connection may hold its lock for 60 seconds. Allows for two lock timeouts of two seconds, because one
      // request may wait behind the other.
      expect(performance.now() - startedAt).toBeLessThan(8_000)
    })
    expect((await renameUser(user)).status).toBe(200)
  })

  it('leaves connections free, so the feed responds while 40 log-ins wait for the lock', async () => {
    const [reader, friend] = [await aUser(server), await aUser(server)]
    await givenFollow(server, reader, friend)
    const post = await aPost(server, friend)
    const form = aSignUp()
    await server.call(null, 'POST', '/users', form)
    await whileLocked('throttles', async () => {
      const logIn = { usernameOrEmail: form.username, zipcode: form.zipcode }
      const waiting = Array.from({ length: 40 }, () => server.call(null, 'POST', '/users', logIn))
      while ((await countLockWaits(server)) < 5);
      for (let i = 0; i < 6; i++) {
        const feed = await server.call<{ posts: { id: string }[] }>(reader, 'GET', '/api/feed')
        expect([feed.status, feed.body.posts.map(({ id }) => id)]).toEqual([200, [post.id]])
      }
      const refused = await Promise.all(waiting)
      expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([503]))
      expect(refused.filter(({ headers }) => headers['set-cookie'])).toEqual([])
    })
  })
})

describe('log-in attempt that cannot be counted', () => {
  it('gets 503, and its zip code is not verified, if the throttles table is missing', async () => {
    const form = aSignUp()
    await server.call(null, 'POST', '/users', form)
    const logIn = () => server.call(null, 'POST', '/users', { usernameOrEmail: form.username, zipcode: form.zipcode })
    const verified = server.deps.secrets.verified()
    await owner.rows(sql`alter table throttles rename to away`)
    try {
      const refused = await logIn()
      expect(refused).toMatchObject(busy)
      expect(refused.headers['set-cookie']).toBeUndefined()
      expect(server.deps.secrets.verified()).toBe(verified)
    } finally {
      await owner.rows(sql`alter table away rename to throttles`)
    }
    expect((await logIn()).status).toBe(200)
  })
})
