import type { FeedPage } from '@pawtrait/contract/feed.ts'
import { type SQL, sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { aPost, aUser, givenBlock, givenCloseFriend, givenFollow, type TestUser } from '#testing/fixtures.ts'
import { serverForFile } from '#testing/server.ts'

// A feed request checks the visibility of a post in one statement, and reads its texts in another one. A change of the
// post may be committed between the two. These tests force that order.
const server = serverForFile()
const dialect = new PgDialect()

const FEED_STATEMENT_MARK = 'newest as materialized'
const POSTS_STATEMENT_MARK = 'as "isReady"'

/** Runs `work`. Pauses it after its first SQL statement that contains `mark`, to run `between`. */
async function afterStatement<T>(mark: string, between: () => Promise<unknown>, work: () => Promise<T>): Promise<T> {
  const { database } = server.deps
  const { row, rows } = database
  let [isMet, isBetween] = [false, false]
  let queue: Promise<unknown> = Promise.resolve()
  const runBetween = async (query: SQL) => {
    if (isMet || !dialect.sqlToQuery(query).sql.includes(mark)) return
    isMet = isBetween = true
    await between()
    isBetween = false
  }
  const enqueue =
    <Answer>(execute: (query: SQL) => Promise<Answer>) =>
    (query: SQL): Promise<Answer> => {
      if (isBetween) return execute(query)
      const result = queue.then(async () => {
        const answer = await execute(query)
        await runBetween(query)
        return answer
      })
      queue = result.catch(() => {})
      return result
    }
  Object.assign(database, { row: enqueue(row), rows: enqueue(rows) })
  try {
    return await work()
  } finally {
    Object.assign(database, { row, rows })
    expect(isMet).toBe(true)
  }
}

let author: TestUser
let follower: TestUser
let friend: TestUser
let otherFollower: TestUser

beforeEach(async () => {
  ;[author, follower, friend, otherFollower] = [
    await aUser(server),
    await aUser(server),
    await aUser(server),
    await aUser(server),
  ]
  for (const reader of [follower, friend, otherFollower]) await givenFollow(server, reader, author)
})

const readFeed = (viewer: TestUser) => server.call<FeedPage>(viewer, 'GET', '/api/feed')
const getCaptions = ({ body }: { body: FeedPage }) => body.posts.map(({ caption, audience }) => [caption, audience])

describe('feed request during which a post’s audience and caption change', () => {
  it('hides the new caption from a reader who loses access', async () => {
    const { id } = await aPost(server, author, { audience: 'followers', caption: 'For followers' })
    const narrowAudience = () =>
      server.call(author, 'PATCH', `/api/posts/${id}`, { audience: 'close-friends', caption: 'For friends' })
    expect(getCaptions(await afterStatement(FEED_STATEMENT_MARK, narrowAudience, () => readFeed(follower)))).toEqual([])
  })

  it('shows the new caption, not the old one, to a reader who gains access', async () => {
    await givenCloseFriend(server, author, friend)
    const { id } = await aPost(server, author, { audience: 'close-friends', caption: 'For friends' })
    expect(getCaptions(await readFeed(friend))).toEqual([['For friends', 'close-friends']])
    const widenAudience = () =>
      server.call(author, 'PATCH', `/api/posts/${id}`, { audience: 'everyone', caption: 'For all' })
    const { caughtUp } = server.deps.invalidations
    // Opens the post to everyone after the feed request has updated its cache, but before it checks visibility.
    Object.assign(server.deps.invalidations, {
      caughtUp: async () => {
        await caughtUp()
        Object.assign(server.deps.invalidations, { caughtUp })
        await widenAudience()
      },
    })
    expect(getCaptions(await readFeed(follower))).toEqual([['For all', 'everyone']])
  })
})

describe('comment written after a reader lost access to the post', () => {
  const removeAccessActions = {
    'after a block by the commenter': () => server.call(friend, 'PUT', `/api/users/${follower.id}/block`),
    'after a block by the author': () => server.call(author, 'PUT', `/api/users/${follower.id}/block`),
    'after the author removed the follower': () => server.call(author, 'DELETE', `/api/followers/${follower.id}`),
  }
  const prepareComment = async (audience: 'everyone' | 'followers') => {
    const { id } = await aPost(server, author, { audience })
    return () => server.call(friend, 'POST', `/api/posts/${id}/comments`, { text: 'Not for that one' })
  }
  const showsComment = ({ text }: { text: string }) => text.includes('Not for that one')

  for (const [event, removeAccess] of Object.entries(removeAccessActions)) {
    it(`is omitted from the response to this reader’s earlier feed request (${event})`, async () => {
      const writeComment = await prepareComment('followers')
      const between = async () => [await removeAccess(), await writeComment()]
      expect(showsComment(await afterStatement(FEED_STATEMENT_MARK, between, () => readFeed(follower)))).toBe(false)
      expect(showsComment(await readFeed(otherFollower))).toBe(true)
    })

    it(`is hidden from this reader when the request of another user caches it (${event})`, async () => {
      const writeComment = await prepareComment('followers')
      const between = async () => [await removeAccess(), await writeComment(), await readFeed(otherFollower)]
      expect(showsComment(await afterStatement(FEED_STATEMENT_MARK, between, () => readFeed(follower)))).toBe(false)
    })

    it(`is hidden from a reader who bypasses the cache because they blocked another user (${event})`, async () => {
      await givenBlock(server, follower, await aUser(server))
      const writeComment = await prepareComment('followers')
      const between = async () => [await removeAccess(), await writeComment()]
      expect(showsComment(await afterStatement(POSTS_STATEMENT_MARK, between, () => readFeed(follower)))).toBe(false)
    })
  }

  it('is hidden from this reader when older posts replace hidden posts on the feed page', async () => {
    const writeComment = await prepareComment('everyone')
    for (let n = 0; n < 3; n++) await aPost(server, author, { audience: 'close-friends' })
    const between = async () => [await removeAccessActions['after a block by the commenter'](), await writeComment()]
    const readPage = () => server.call<FeedPage>(follower, 'GET', '/api/feed?limit=2')
    const answer = await afterStatement(FEED_STATEMENT_MARK, between, readPage)
    expect([answer.body.posts.length, showsComment(answer)]).toEqual([1, false])
  })

  it('is hidden from this reader although the response still contains the post', async () => {
    const writeComment = await prepareComment('followers')
    const between = async () => [await removeAccessActions['after a block by the commenter'](), await writeComment()]
    const answer = await afterStatement(FEED_STATEMENT_MARK, between, () => readFeed(follower))
    expect(answer.body.posts).toMatchObject([{ comments: [] }])
    await server.deps.database.rows(sql`delete from blocks where blocked_id = ${follower.id}`)
    expect(showsComment(await readFeed(follower))).toBe(true)
  })
})
