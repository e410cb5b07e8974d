import type { FeedPage } from '@pawtrait/contract/feed.ts'
import { type SQL, sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { aPost, aUser, givenBlock, givenCloseFriend, givenFollow, type TestUser } from '#testing/given.ts'
import { serverForFile } from '#testing/server.ts'

// Who may see a post is asked in one statement, its words in another: between the two anything may be committed.
const server = serverForFile()
const dialect = new PgDialect()

const RULE_OF_FEED = 'newest as materialized'
const RULE_OF_POSTS = 'as "isReady"'

/** Runs the statements of requests one by one, and does something after the first that asks this. */
async function afterStatement<T>(mark: string, between: () => Promise<unknown>, work: () => Promise<T>): Promise<T> {
  const { database } = server.deps
  const { row, rows } = database
  let [isMet, isBetween] = [false, false]
  let turn: Promise<unknown> = Promise.resolve()
  const then = async (query: SQL) => {
    if (isMet || !dialect.sqlToQuery(query).sql.includes(mark)) return
    isMet = isBetween = true
    await between()
    isBetween = false
  }
  const inTurn =
    <Answer>(ask: (query: SQL) => Promise<Answer>) =>
    (query: SQL): Promise<Answer> => {
      if (isBetween) return ask(query)
      const answered = turn.then(async () => {
        const found = await ask(query)
        await then(query)
        return found
      })
      turn = answered.catch(() => {})
      return answered
    }
  Object.assign(database, { row: inTurn(row), rows: inTurn(rows) })
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

const read = (who: TestUser) => server.call<FeedPage>(who, 'GET', '/api/feed')
const wordsOf = ({ body }: { body: FeedPage }) => body.posts.map(({ caption, audience }) => [caption, audience])

describe('a post that is narrowed and rewritten at once', () => {
  it('never shows its new words to whom it was open before', async () => {
    const { id } = await aPost(server, author, { audience: 'followers', caption: 'For followers' })
    const narrow = () =>
      server.call(author, 'PATCH', `/api/posts/${id}`, { audience: 'close-friends', caption: 'For friends' })
    expect(wordsOf(await afterStatement(RULE_OF_FEED, narrow, () => read(follower)))).toEqual([])
  })

  it('never shows its former words to whom it is open since', async () => {
    await givenCloseFriend(server, author, friend)
    const { id } = await aPost(server, author, { audience: 'close-friends', caption: 'For friends' })
    expect(wordsOf(await read(friend))).toEqual([['For friends', 'close-friends']])
    const open = () => server.call(author, 'PATCH', `/api/posts/${id}`, { audience: 'everyone', caption: 'For all' })
    const { caughtUp } = server.deps.invalidations
    // The reader has caught up; then the post is opened; then the rule is asked.
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

describe('a comment that is written once its reader is shut out', () => {
  const shutOut = {
    'by who writes it': () => server.call(friend, 'PUT', `/api/users/${follower.id}/block`),
    'by the author, who blocks them': () => server.call(author, 'PUT', `/api/users/${follower.id}/block`),
    'by the author, who has them follow no more': () => server.call(author, 'DELETE', `/api/followers/${follower.id}`),
  }
  const said = async (audience: 'everyone' | 'followers') => {
    const { id } = await aPost(server, author, { audience })
    return () => server.call(friend, 'POST', `/api/posts/${id}/comments`, { text: 'Not for that one' })
  }
  const heard = ({ text }: { text: string }) => text.includes('Not for that one')

  for (const [how, shut] of Object.entries(shutOut)) {
    it(`${how}: is not for them, read just then`, async () => {
      const say = await said('followers')
      const between = async () => [await shut(), await say()]
      expect(heard(await afterStatement(RULE_OF_FEED, between, () => read(follower)))).toBe(false)
      expect(heard(await read(third))).toBe(true)
    })

    it(`${how}: is not for them, kept just then for somebody else`, async () => {
      const say = await said('followers')
      const between = async () => [await shut(), await say(), await read(third)]
      expect(heard(await afterStatement(RULE_OF_FEED, between, () => read(follower)))).toBe(false)
    })

    it(`${how}: is not for them, for whom nothing is kept`, async () => {
      await givenBlock(server, follower, await aUser(server))
      const say = await said('followers')
      const between = async () => [await shut(), await say()]
      expect(heard(await afterStatement(RULE_OF_POSTS, between, () => read(follower)))).toBe(false)
    })
  }

  it('is not for them on a page that goes on below what is hidden from them', async () => {
    const say = await said('everyone')
    for (let n = 0; n < 3; n++) await aPost(server, author, { audience: 'close-friends' })
    const between = async () => [await shutOut['by who writes it'](), await say()]
    const page = () => server.call<FeedPage>(follower, 'GET', '/api/feed?limit=2')
    const answer = await afterStatement(RULE_OF_FEED, between, page)
    expect([answer.body.posts.length, heard(answer)]).toEqual([1, false])
  })

  it('does not take the post from who may still see it', async () => {
    const say = await said('followers')
    const between = async () => [await shutOut['by who writes it'](), await say()]
    const answer = await afterStatement(RULE_OF_FEED, between, () => read(follower))
    expect(answer.body.posts).toMatchObject([{ comments: [] }])
    await server.deps.database.rows(sql`delete from blocks where blocked_id = ${follower.id}`)
    expect(heard(await read(follower))).toBe(true)
  })
})
