import type { PostId } from '@pawtrait/contract/ids.ts'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase } from '#testing/database/database.ts'
import { analyzeTables } from '#testing/database/query-plans.ts'
import { aUser, givenFollow, insertPosts, type TestUser } from '#testing/fixtures.ts'
import { startServer, type TestServer } from '#testing/server.ts'

const [AUTHORS, POSTS_EACH] = [60, 50]
// After five executions of a statement, PostgreSQL decides between custom plans and one generic plan.
const EXECUTIONS = 12
// Maximum length of an SQL text. A search once had statements of 50,000 characters; their text took a third of the
// search's time.
const LONGEST_TEXT = 15_000

let server: TestServer
let authors: TestUser[]
let posts: PostId[]
let me: TestUser

/** Creates users with posts and likes. `me` follows most of these users. */
beforeAll(async () => {
  // Uses one connection, on which all statements are prepared.
  const database = await createTestDatabase(1, {
    name: 'requests',
    limits: { statementMs: 60_000, lockMs: 60_000, idleInTransactionMs: 60_000 },
  })
  server = await startServer({ PACE: '1000000', FEED_DAILY_FREE: 'unlimited' }, {}, { doors: { database } })
  me = await aUser(server)
  authors = []
  posts = []
  for (let n = 0; n < AUTHORS; n++) {
    const author = await aUser(server)
    authors.push(author)
    posts.push(...(await insertPosts(server, author, POSTS_EACH)))
    if (n % 4 > 0) await givenFollow(server, me, author)
  }
  await database.rows(sql`
    insert into likes (post_id, user_id, created_at) select p.id, u.id, now() from posts p cross join users u
    where (hashtext(p.id::text || u.id) % 6) = 0`)
  await analyzeTables(database)
}, 60_000)
afterAll(() => server.stop())

type Prepared = { text: string; generic: number; custom: number }

/** Runs `work` several times. Returns the statements of each call, with counts of generic and custom plans. */
async function executedBy(work: (n: number) => Promise<{ status: number }>): Promise<Prepared[]> {
  const { database } = server.deps
  await database.rows(sql`discard plans`, 'fresh')
  const read = () =>
    database.rows<Prepared>(
      sql`select statement as text, generic_plans::int as generic, custom_plans::int as custom
        from pg_prepared_statements`,
      'fresh',
    )
  const before = new Map((await read()).map(({ text, generic, custom }) => [text, { generic, custom }]))
  for (let n = 0; n < EXECUTIONS; n++) expect((await work(n)).status).toBeLessThan(300)
  return (await read()).flatMap(({ text, generic, custom }) => {
    const earlier = before.get(text) ?? { generic: 0, custom: 0 }
    const plans = { text, generic: generic - earlier.generic, custom: custom - earlier.custom }
    return plans.generic + plans.custom >= EXECUTIONS ? [plans] : []
  })
}

const get = (path: (n: number) => string) => (n: number) => server.call(me, 'GET', path(n))
const hot = [
  ['the feed', get(() => '/api/feed?limit=20')],
  ['one post', get((n) => `/api/posts/${posts[n * 7]}`)],
  ['posts of a user', get((n) => `/api/users/${authors[n]?.id}/posts?limit=20`)],
  ['a profile', get((n) => `/api/users/by-username/${authors[n]?.username}`)],
  ['comments', get((n) => `/api/posts/${posts[n * 7]}/comments?limit=20`)],
  ['a like', (n: number) => server.call(me, 'PUT', `/api/posts/${posts[n * 11]}/like`)],
] as const

describe('SQL of frequent requests', () => {
  it.each(hot)('uses generic plans and texts of at most 15,000 characters for %s', async (_name, request) => {
    const statements = await executedBy(request)
    expect(statements.length).toBeGreaterThan(0)
    expect(statements.filter(({ generic }) => generic === 0)).toEqual([])
    expect(Math.max(...statements.map(({ text }) => text.length))).toBeLessThan(LONGEST_TEXT)
  })
})
