import type { FeedPage } from '@pawtrait/contract/feed.ts'
import type { PostId } from '@pawtrait/contract/ids.ts'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { hour, second } from '#testing/clock.ts'
import { countLockWaits } from '#testing/database/database.ts'
import { countStatements } from '#testing/database/failing-statements.ts'
import { aPost, aUser, givenFollow, type TestUser } from '#testing/fixtures.ts'
import { givenPremium } from '#testing/ledger.ts'
import { serverForFile, startAnotherNode } from '#testing/server.ts'

const settings = { FEED_DAILY_FREE: '5', FEED_DAILY_PREMIUM: '8' }
const server = serverForFile(settings)

const setClock = (iso: string) => server.clock.advance(Date.parse(iso) - server.clock.now().getTime())

const readFeed = async (viewer: TestUser, query = '') =>
  (await server.call<FeedPage>(viewer, 'GET', `/api/feed${query}`)).body
const getIds = ({ posts }: FeedPage) => posts.map(({ id }) => id)

/**
 * Creates a reader who follows an author, and `posts` posts of the author. `postIds`: ids of the posts, newest first.
 */
async function aReader(posts: number) {
  const [reader, author] = [await aUser(server), await aUser(server)]
  await givenFollow(server, reader, author)
  const postIds: PostId[] = []
  for (let post = 1; post <= posts; post++) postIds.unshift((await aPost(server, author)).id)
  return { reader, author, postIds }
}

describe('daily allowance of the feed', () => {
  it('counts a post of another user only when it is first delivered', async () => {
    setClock('2027-03-01T06:00:00.000Z')
    const { reader, postIds } = await aReader(3)
    const first = await readFeed(reader, '?limit=2')
    expect(getIds(first)).toEqual(postIds.slice(0, 2))
    expect(first.limit).toEqual({ used: 2, max: 5, resetsAt: '2027-03-01T21:00:00.000Z' })
    expect((await readFeed(reader, '?limit=2')).limit.used).toBe(2)
    expect((await readFeed(reader)).limit.used).toBe(3)
  })

  it('shortens the page on which it runs out, and leaves later pages empty until the reset', async () => {
    setClock('2027-03-02T06:00:00.000Z')
    const { reader, postIds } = await aReader(7)
    const first = await readFeed(reader, '?limit=3')
    const secondPage = await readFeed(reader, `?limit=3&cursor=${first.cursor}`)
    expect(getIds(secondPage)).toEqual(postIds.slice(3, 5))
    expect(secondPage).toMatchObject({ cursor: postIds[4], limit: { used: 5, max: 5 } })
    const thirdPage = await readFeed(reader, `?limit=3&cursor=${secondPage.cursor}`)
    expect(thirdPage).toMatchObject({ posts: [], cursor: secondPage.cursor, limit: { used: 5, max: 5 } })
    setClock('2027-03-02T21:00:00.000Z')
    expect(getIds(await readFeed(reader, `?limit=3&cursor=${secondPage.cursor}`))).toEqual(postIds.slice(5))
  })

  it('does not limit own posts, posts delivered before, or posts opened by link or on a profile', async () => {
    setClock('2027-03-04T06:00:00.000Z')
    const { reader, author, postIds } = await aReader(5)
    await readFeed(reader)
    const ownPost = await aPost(server, reader)
    const latePost = await aPost(server, author)
    const page = await readFeed(reader)
    expect(getIds(page)).toEqual([ownPost.id, ...postIds])
    expect(page.limit).toMatchObject({ used: 5, max: 5 })
    expect((await server.call(reader, 'GET', `/api/posts/${latePost.id}`)).status).toBe(200)
    const profile = await server.call<FeedPage>(reader, 'GET', `/api/users/${author.id}/posts`)
    expect(getIds(profile.body)).toContain(latePost.id)
    expect((await readFeed(reader)).limit.used).toBe(5)
  })

  it('leaves the first page empty, with a cursor, when the allowance is used up and all posts are new', async () => {
    setClock('2027-03-05T06:00:00.000Z')
    const { reader, author } = await aReader(5)
    const { database } = server.deps
    await readFeed(reader)
    await database.rows(sql`update posts set deleted_at = now() where author_id = ${author.id}`)
    await aPost(server, author)
    const page = await readFeed(reader)
    expect(page.posts).toEqual([])
    expect(page.cursor).not.toBeNull()
    setClock('2027-03-05T21:00:00.000Z')
    expect((await readFeed(reader, `?cursor=${page.cursor}`)).posts).toHaveLength(1)
  })

  it('rises immediately when Premium starts, and falls when the grace period ends (security check P10)', async () => {
    setClock('2027-03-06T06:00:00.000Z')
    const { reader, postIds } = await aReader(9)
    expect(getIds(await readFeed(reader))).toHaveLength(5)
    await givenPremium(server, reader)
    const premiumPage = await readFeed(reader)
    expect(getIds(premiumPage)).toEqual(postIds.slice(0, 8))
    expect(premiumPage.limit).toMatchObject({ used: 8, max: 8 })
    setClock('2027-03-25T06:00:00.000Z') // reads the feed now, because a session that is unused for 30 days expires
    await readFeed(reader)
    setClock('2027-04-09T05:59:59.000Z')
    expect((await readFeed(reader)).limit.max).toBe(8)
    server.clock.advance(second)
    const lapsedPage = await readFeed(reader)
    expect(lapsedPage.limit).toMatchObject({ used: 5, max: 5 })
    expect(getIds(lapsedPage)).toHaveLength(8) // posts that the feed has already delivered remain in the feed
  })

  it('is not exceeded by parallel requests of one user', async () => {
    setClock('2027-05-01T06:00:00.000Z')
    const { reader, postIds } = await aReader(12)
    const pages = await Promise.all([
      ...Array.from({ length: 4 }, () => readFeed(reader, '?limit=4')),
      ...Array.from({ length: 4 }, () => readFeed(reader, `?limit=4&cursor=${postIds[5]}`)),
    ])
    const deliveredIds = new Set(pages.flatMap(getIds))
    expect(deliveredIds.size).toBe(5)
    expect((await readFeed(reader, '?limit=1')).limit).toMatchObject({ used: 5, max: 5 })
  })

  it('resets at local midnight, and adopts a changed time zone only at the next reset', async () => {
    setClock('2027-06-01T20:00:00.000Z')
    const { reader } = await aReader(1)
    const setTimeZone = (timeZone: string) =>
      server.deps.database.rows(sql`update users set time_zone = ${timeZone} where id = ${reader.id}`)
    expect((await readFeed(reader)).limit).toMatchObject({ used: 1, resetsAt: '2027-06-01T21:00:00.000Z' })
    await setTimeZone('Asia/Tokyo')
    expect((await readFeed(reader)).limit).toMatchObject({ used: 1, resetsAt: '2027-06-01T21:00:00.000Z' })
    server.clock.advance(hour)
    // The next midnight in Tokyo is 18 hours away, which is too short for a day. So the day ends one midnight later.
    expect((await readFeed(reader)).limit).toMatchObject({ used: 1, resetsAt: '2027-06-03T15:00:00.000Z' })
    await setTimeZone('Africa/Nairobi')
    setClock('2027-06-03T14:59:59.000Z')
    expect((await readFeed(reader)).limit).toMatchObject({ resetsAt: '2027-06-03T15:00:00.000Z' })
    setClock('2027-06-03T15:00:00.000Z')
    expect((await readFeed(reader)).limit).toMatchObject({ resetsAt: '2027-06-04T21:00:00.000Z' })
  })

  it('is granted once when the time zone of the user changes between parallel requests', async () => {
    setClock('2027-06-10T12:00:00.000Z')
    const { reader, postIds } = await aReader(20)
    const { database } = server.deps
    const zones = ['Asia/Tokyo', 'Africa/Nairobi', 'Pacific/Honolulu']
    const reads: Promise<FeedPage>[] = []
    // This lock delays all inserts into `feed_days`, so that each request reads the table before the first insert.
    await database.transaction(async ({ rows }) => {
      await rows(sql`lock table feed_days in share mode`)
      for (const [index, timeZone] of zones.entries()) {
        await database.rows(sql`update users set time_zone = ${timeZone} where id = ${reader.id}`)
        reads.push(readFeed(reader, `?limit=5${index > 0 ? `&cursor=${postIds[index * 5]}` : ''}`))
        await expect.poll(() => countLockWaits(server)).toBe(index + 1)
      }
    })
    const pages = await Promise.all(reads)
    expect(new Set(pages.flatMap(getIds)).size).toBe(5)
    expect(await database.rows(sql`select 1 from feed_days where user_id = ${reader.id}`)).toHaveLength(1)
  })

  it('is shared by all nodes, and changes on each node as soon as Premium starts or ends', async () => {
    const { reader } = await aReader(9)
    const other = await startAnotherNode(server, settings)
    const limits = () =>
      Promise.all(
        [server, other].map(async (node) => (await node.call<FeedPage>(reader, 'GET', '/api/feed')).body.limit),
      )
    try {
      expect((await readFeed(reader, '?limit=2')).limit).toMatchObject({ used: 2 })
      expect((await other.call<FeedPage>(reader, 'GET', '/api/feed?limit=3')).body.limit).toMatchObject({ used: 3 })
      expect((await readFeed(reader, '?limit=1')).limit).toMatchObject({ used: 3, max: 5 })
      await givenPremium(server, reader)
      expect(await limits()).toMatchObject([{ max: 8 }, { max: 8 }])
      await server.deps.database.rows(sql`update plan_periods set state = 'closed' where user_id = ${reader.id}`)
      expect(await limits()).toMatchObject([{ max: 5 }, { max: 5 }])
    } finally {
      await other.stop()
    }
  })

  it('is unlimited when the operator sets no limit', async () => {
    const { reader } = await aReader(6)
    Object.assign(server.deps.config, { feedDailyFree: null })
    const page = await readFeed(reader)
    Object.assign(server.deps.config, { feedDailyFree: 5 })
    expect(page.posts).toHaveLength(6)
    expect(page.limit).toMatchObject({ used: 0, max: null })
  })
})

it('post cache keeps an author’s posts when the author requests the feed', async () => {
  const { reader: author, postIds } = await aReader(2)
  const follower = await aUser(server)
  await givenFollow(server, follower, author)
  await aPost(server, author)
  await readFeed(follower)
  await readFeed(follower)
  expect(getIds(await readFeed(author, '?limit=3'))).toEqual(expect.arrayContaining(postIds))
  expect(await countStatements(server, () => readFeed(follower))).toBe(2)
})
