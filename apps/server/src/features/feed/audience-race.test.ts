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

const RULE_OF_FEED = 'newest as materialized'
const RULE_OF_POSTS = 'as "isReady"'

/** Runs `work`. Pauses it after its first SQL statement that contains `mark`, to run `between`. */
async function afterStatement<T>(mark: string, between: () => Promise<unknown>, work: () => Promise<T>): Promise<T> {
  const { database } = server.deps
  const { row, rows } = database
  let [isMet, isBetween] = [false, false]
  let turn: Promise<unknown> = Promise.resolve()
  const runBetween = async (query: SQL) => {
    if (isMet || !dialect.sqlToQuery(query).sql.includes(mark)) return
    isMet = isBetween = true
    await between()
    isBetween = false
  }
  const queued =
    <Answer>(ask: (query: SQL) => Promise<Answer>) =>
    (query: SQL): Promise<Answer> => {
      if (isBetween) return ask(query)
      const answered = turn.then(async () => {
        const found = await ask(query)
        await runBetween(query)
        return found
      })
      turn = answered.catch(() => {})
      return answered
    }
  Object.assign(database, { row: queued(row), rows: queued(rows) })
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
let third: TestUser

beforeEach(async () => {
  ;[author, follower, friend, third] = [
    await aUser(server),
    await aUser(server),
    await aUser(server),
    await aUser(server),
  ]
  for (const reader of [follower, friend, third]) await givenFollow(server, reader, author)
})

const read = (viewer: TestUser) => server.call<FeedPage>(viewer, 'GET', '/api/feed')
const wordsOf = ({ body }: { body: FeedPage }) => body.posts.map(({ caption, audience }) => [caption, audience])

describe('feed request during which a post’s audience and caption change', () => {
  it('hides the new caption from a reader who loses access', async () => {
    const { id } = await aPost(server, author, { audience: 'followers', caption: 'For followers' })
    const narrow = () =>
      server.call(author, 'PATCH', `/api/posts/${id}`, { audience: 'close-friends', caption: 'For friends' })
    expect(wordsOf(await afterStatement(RULE_OF_FEED, narrow, () => read(follower)))).toEqual([])
  })

  it('shows the new caption, not the old one, to a reader who gains access', async () => {
    await givenCloseFriend(server, author, friend)
    const { id } = await aPost(server, author, { audience: 'close-friends', caption: 'For friends' })
    expect(wordsOf(await read(friend))).toEqual([['For friends', 'close-friends']])
    const open = () => server.call(author, 'PATCH', `/api/posts/${id}`, { audience: 'everyone', caption: 'For all' })
    const { caughtUp } = server.deps.invalidations
    // Opens the post to everyone after the feed request has updated its cache, but before it checks visibility.
    Object.assign(server.deps.invalidations, {
      caughtUp: async () => {
        await caughtUp()
        Object.assign(server.deps.invalidations, { caughtUp })
        await open()
      },
    })
    expect(wordsOf(await read(follower))).toEqual([['For all', 'everyone']])
  })
})

describe('comment written after a reader lost access to the post', () => {
  const shutOut = {
    'after a block by the commenter': () => server.call(friend, 'PUT', `/api/users/${follower.id}/block`),
    'after a block by the author': () => server.call(author, 'PUT', `/api/users/${follower.id}/block`),
    'after the author removed the follower': () => server.call(author, 'DELETE', `/api/followers/${follower.id}`),
  }
  const prepareComment = async (audience: 'everyone' | 'followers') => {
    const { id } = await aPost(server, author, { audience })
    return () => server.call(friend, 'POST', `/api/posts/${id}/comments`, { text: 'Not for that one' })
  }
  const showsComment = ({ text }: { text: string }) => text.includes('Not for that one')

  for (const [how, shut] of Object.entries(shutOut)) {
    it(`is omitted from the response to this reader’s earlier feed request (${how})`, async () => {
      const say = await prepareComment('followers')
      const between = async () => [await shut(), await say()]
      expect(showsComment(await afterStatement(RULE_OF_FEED, between, () => read(follower)))).toBe(false)
      expect(showsComment(await read(third))).toBe(true)
    })

    it(`is hidden from this reader when the request of another user caches it (${how})`, async () => {
      const say = await prepareComment('followers')
      const between = async () => [await shut(), await say(), await read(third)]
      expect(showsComment(await afterStatement(RULE_OF_FEED, between, () => read(follower)))).toBe(false)
    })

    it(`is hidden from a reader who bypasses the cache because they blocked another user (${how})`, async () => {
      await givenBlock(server, follower, await aUser(server))
      const say = await prepareComment('followers')
      const between = async () => [await shut(), await say()]
      expect(showsComment(await afterStatement(RULE_OF_POSTS, between, () => read(follower)))).toBe(false)
    })
  }

  it('is hidden from this reader on a page that is refilled with older posts', async () => {
    const say = await prepareComment('everyone')
    for (let n = 0; n < 3; n++) await aPost(server, author, { audience: 'close-friends' })
    const between = async () => [await shutOut['after a block by the commenter'](), await say()]
    const page = () => server.call<FeedPage>(follower, 'GET', '/api/feed?limit=2')
    const answer = await afterStatement(RULE_OF_FEED, between, page)
    expect([answer.body.posts.length, showsComment(answer)]).toEqual([1, false])
  })

  it('is hidden from this reader although the response still contains the post', async () => {
    const say = await prepareComment('followers')
    const between = async () => [await shutOut['after a block by the commenter'](), await say()]
    const answer = await afterStatement(RULE_OF_FEED, between, () => read(follower))
    expect(answer.body.posts).toMatchObject([{ comments: [] }])
    await server.deps.database.rows(sql`delete from blocks where blocked_id = ${follower.id}`)
    expect(showsComment(await read(follower))).toBe(true)
  })
})
