import { FeedPage } from '@pawtrait/contract/feed.ts'
import type { PostId } from '@pawtrait/contract/ids.ts'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { idArray } from '#platform/database/db.ts'
import { minute, second } from '#testing/clock.ts'
import { countStatements } from '#testing/database/failing-statements.ts'
import {
  aPet,
  aPost,
  aUser,
  givenFollow,
  givenPetFollow,
  insertPosts,
  markDeleted,
  type TestUser,
} from '#testing/fixtures.ts'
import { serverForFile } from '#testing/server.ts'

// Most tests of this file need an unlimited feed. allowance.test.ts tests the daily allowance.
const server = serverForFile({ FEED_DAILY_FREE: 'unlimited' })
const readFeed = (viewer: TestUser | null, query = '') => server.call<FeedPage>(viewer, 'GET', `/api/feed${query}`)
const readFeedIds = async (viewer: TestUser, query = '') =>
  (await readFeed(viewer, query)).body.posts.map(({ id }) => id)

/** Makes `user` follow `count` users who never post, because the feed query treats many followed users differently. */
async function followSilentUsers(user: TestUser, count: number) {
  const { database } = server.deps
  await database.rows(sql`
    insert into users (id, username, fullname, email, state, time_zone, created_at)
    select gen_random_uuid(), 'silent_' || n, 'Silent', 'silent_' || n || '@example.test', 'active', 'UTC', now()
    from generate_series(1, ${count}::int) n on conflict (username) do nothing`)
  await database.rows(sql`
    with counted as (update users set following_count = ${count}::int where id = ${user.id})
    insert into follows (follower_id, followee_id, created_at)
    select ${user.id}, u.id, now() from generate_series(1, ${count}::int) n
    join users u on u.username = 'silent_' || n`)
}
const sources: [string, number][] = [
  ['few', 0],
  ['many', 120],
  ['very many', 1_000],
]

/** Returns all ids of the feed, read page by page; `between` runs after each page. */
async function readWholeFeed(viewer: TestUser, limit: number, between: () => Promise<unknown> = async () => {}) {
  const ids: PostId[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const { body }: { body: FeedPage } = await readFeed(viewer, `?limit=${limit}${cursor && `&cursor=${cursor}`}`)
    expect(body.posts.length).toBeLessThanOrEqual(limit)
    ids.push(...body.posts.map(({ id }) => id))
    cursor = body.cursor
    await between()
  }
  return ids
}

describe('GET /api/feed', () => {
  it('returns own posts, posts of followed users and posts with followed pets, each once, newest first', async () => {
    const [me, friend, stranger] = [await aUser(server), await aUser(server), await aUser(server)]
    const [friendPet, strangerPet] = [await aPet(server, [friend]), await aPet(server, [stranger])]
    await givenFollow(server, me, friend)
    await givenPetFollow(server, me, friendPet)
    await givenPetFollow(server, me, strangerPet)
    const ownPost = await aPost(server, me)
    const friendPost = await aPost(server, friend, { pets: [friendPet] })
    await aPost(server, stranger)
    const pet = await aPost(server, stranger, { pets: [strangerPet] })
    await aPost(server, stranger, { pets: [strangerPet], audience: 'followers' })
    const followersPost = await aPost(server, friend, { audience: 'followers' })
    const { body, status } = await readFeed(me)
    expect(status).toBe(200)
    v.parse(FeedPage, body)
    expect(body.posts.map(({ id }) => id)).toEqual([followersPost.id, pet.id, friendPost.id, ownPost.id])
    expect(body.cursor).toBe(null)
    expect(body.posts[2]).toMatchObject({ author: { id: friend.id, followedByMe: true }, pets: [{ id: friendPet }] })
  })

  it.each(sources)(
    'returns each post of a followed pet, also between posts of other followed pets (%s follows)',
    async (_, silentCount) => {
      const [me, friend] = [await aUser(server), await aUser(server)]
      await followSilentUsers(me, silentCount)
      const [single, ...family] = await Promise.all(Array.from({ length: 12 }, () => aPet(server, [friend])))
      if (!single) throw new Error('no pet')
      const posts = [
        await aPost(server, friend, { pets: family }),
        await aPost(server, friend, { pets: [single] }),
        await aPost(server, friend, { pets: family }),
      ]
      for (const pet of [single, ...family]) await givenPetFollow(server, me, pet)
      expect(await readWholeFeed(me, 2)).toEqual(posts.map(({ id }) => id).toReversed())
    },
  )

  it('includes the newest four top-level comments of a post, oldest first', async () => {
    const me = await aUser(server)
    const post = await aPost(server, me)
    const writeComment = (text: string, parentId: string | null = null) =>
      server.call<{ id: string }>(me, 'POST', `/api/posts/${post.id}/comments`, { text, parentId })
    for (const text of ['1', '2', '3', '4', '5']) {
      const { id } = (await writeComment(text)).body
      await writeComment(`re ${text}`, id)
    }
    const [first] = (await readFeed(me)).body.posts
    expect(first?.comments.map(({ text, replyCount }) => `${text} ${replyCount}`)).toEqual(['2 1', '3 1', '4 1', '5 1'])
    expect(first?.commentCount).toBe(10)
  })

  it('omits deleted posts, posts of deleted accounts, and other users’ posts with unfinished photos', async () => {
    const [me, friend, deletedUser] = [await aUser(server), await aUser(server), await aUser(server)]
    await givenFollow(server, me, friend)
    await givenFollow(server, me, deletedUser)
    const visible = await aPost(server, friend)
    await aPost(server, friend, { photoStates: ['processing'] })
    const deleted = await aPost(server, friend)
    await server.call(friend, 'DELETE', `/api/posts/${deleted.id}`)
    await insertPosts(server, deletedUser, 30)
    await markDeleted(server, deletedUser)
    const processingPost = await aPost(server, me, { photoStates: ['processing'] })
    expect(await readFeedIds(me)).toEqual([processingPost.id, visible.id])
    expect(await readWholeFeed(me, 1)).toEqual([processingPost.id, visible.id])
  })

  it('returns a short page after scanning 100 hidden posts, and continues after them on the next page', async () => {
    const [me, friend] = [await aUser(server), await aUser(server)]
    await givenFollow(server, me, friend)
    const [first] = await insertPosts(server, friend, 1)
    const hidden = await insertPosts(server, friend, 105, { isReady: false })
    const newest = await insertPosts(server, friend, 3)
    const { body } = await readFeed(me, '?limit=4')
    expect(body.posts.map(({ id }) => id)).toEqual(newest.toReversed())
    expect(body.cursor).not.toBe(null)
    expect(hidden).not.toContain(body.cursor)
    const rest = await readFeed(me, `?limit=4&cursor=${body.cursor}`)
    expect(rest.body).toMatchObject({ posts: [{ id: first }], cursor: null })
    await insertPosts(server, friend, 20, { isReady: false })
    expect((await readFeed(me, '?limit=2')).body.posts.map(({ id }) => id)).toEqual(newest.toReversed().slice(0, 2))
  })

  it('runs two database statements for a page of 1 or of 12 cached posts', async () => {
    const [me, friend] = [await aUser(server), await aUser(server)]
    await givenFollow(server, me, friend)
    for (let n = 0; n < 12; n++) await aPost(server, n % 2 ? me : friend, { photoStates: ['ready', 'ready'] })
    await readFeed(me, '?limit=12')
    const statementsFor = (limit: number) =>
      countStatements(server, async () => expect(await readFeedIds(me, `?limit=${limit}`)).toHaveLength(limit))
    // One statement reads the cache invalidations, the other reads all data that is not cached.
    expect([await statementsFor(1), await statementsFor(12)]).toEqual([2, 2])
  })

  it('returns 10 posts by default and 50 at most, 401 to visitors and 400 for invalid queries', async () => {
    const me = await aUser(server)
    await insertPosts(server, me, 60)
    expect(await readFeedIds(me)).toHaveLength(10)
    expect(await readFeedIds(me, '?limit=1000')).toHaveLength(50)
    expect((await readFeed(null)).status).toBe(401)
    for (const query of ['?cursor=nonsense', '?limit=0', '?limit=x'])
      expect((await readFeed(me, query)).status).toBe(400)
  })

  it('returns an empty page to a user without posts and follows', async () => {
    expect((await readFeed(await aUser(server))).body).toMatchObject({ posts: [], cursor: null })
  })

  it('returns no posts of another user to a reader who sends that user’s cursor', async () => {
    const [me, other] = [await aUser(server), await aUser(server)]
    await insertPosts(server, me, 12)
    expect((await readFeed(other, `?cursor=${(await readFeed(me)).body.cursor}`)).body.posts).toEqual([])
  })

  it.each(sources)(
    'finds posts that are older than 2,500 posts of other users (%s follows)',
    async (_how, silentCount) => {
      const [me, friend, crowd] = [await aUser(server), await aUser(server), await aUser(server)]
      await followSilentUsers(me, silentCount)
      await givenFollow(server, me, friend)
      const pet = await aPet(server, [crowd])
      await givenPetFollow(server, me, pet)
      const old = await insertPosts(server, friend, 7)
      const tagged = await insertPosts(server, crowd, 5)
      await server.deps.database.rows(sql`
      insert into post_pets (pet_id, post_id) select ${pet}, id from unnest(${idArray(tagged)}::uuid[]) id`)
      server.clock.advance(minute)
      await insertPosts(server, crowd, 2_500)
      expect(await readWholeFeed(me, 5)).toEqual([...old, ...tagged].toReversed())
      server.clock.advance(minute)
      const newPosts = await insertPosts(server, friend, 3)
      expect(await readFeedIds(me, '?limit=12')).toEqual([...old, ...tagged, ...newPosts].toReversed().slice(0, 12))
      expect(await readWholeFeed(me, 2)).toEqual([...old, ...tagged, ...newPosts].toReversed())
    },
  )

  it.each(sources)(
    'returns the same posts as a simple query, in pages of any size while posts arrive (%s follows)',
    async (_how, silentCount) => {
      const people = [await aUser(server), await aUser(server), await aUser(server), await aUser(server)] as const
      const pets = [await aPet(server, [people[1]]), await aPet(server, [people[2]]), await aPet(server, [people[3]])]
      const post = fc.record({
        by: fc.nat(3),
        pets: fc.subarray([0, 1, 2]),
        kind: fc.constantFrom({}, {}, {}, { audience: 'followers' }, { isReady: false }, { deleted: true }),
      })
      const world = fc.record({
        follows: fc.subarray([1, 2, 3]),
        petFollows: fc.subarray([0, 1, 2]),
        posts: fc.array(post, { maxLength: 40 }),
        removed: fc.uniqueArray(fc.nat(39), { maxLength: 8 }),
        untagged: fc.uniqueArray(fc.nat(39), { maxLength: 8 }),
        // Numbers of followed users at which the query scans none, some or the maximum of the newest posts.
        followings: fc.constantFrom(0, 1_003, 1_020, 3_000),
        limit: fc.integer({ min: 1, max: 9 }),
        arrivals: fc.array(fc.nat(3), { maxLength: 6 }),
      })
      await fc.assert(
        fc.asyncProperty(world, async ({ follows, petFollows, posts, limit, arrivals, ...more }) => {
          const { database } = server.deps
          for (const table of ['posts', 'follows', 'pet_follows'])
            await database.rows(sql`delete from ${sql.raw(table)}`)
          const [me] = people
          await followSilentUsers(me, silentCount)
          for (const at of follows) await givenFollow(server, me, people[at] as TestUser)
          for (const at of petFollows) await givenPetFollow(server, me, pets[at] as (typeof pets)[0])
          const created: PostId[] = []
          for (const { by, pets: tagged, kind } of posts) {
            const [id] = (await insertPosts(server, people[by] as TestUser, 1, kind)) as [PostId]
            created.push(id)
            for (const at of tagged)
              await database.rows(sql`insert into post_pets (pet_id, post_id) values (${pets[at]}, ${id})`)
          }
          const anyOfCreated = (indexes: readonly number[]) =>
            sql`any(${idArray(created.filter((_, at) => indexes.includes(at)))}::uuid[])`
          await database.rows(sql`delete from post_pets where post_id = ${anyOfCreated(more.untagged)}`)
          await database.rows(sql`delete from posts where id = ${anyOfCreated(more.removed)}`)
          await database.rows(sql`update users set following_count = ${more.followings}::int where id = ${me.id}`)
          const expectedRows = await database.rows<{ id: PostId }>(sql`
          select id from posts p where deleted_at is null and (is_ready or author_id = ${me.id})
            and (author_id = ${me.id}
              or author_id in (select followee_id from follows where follower_id = ${me.id})
              or (audience = 'everyone' and exists (select 1 from post_pets pp join pet_follows pf using (pet_id)
                where pp.post_id = p.id and pf.user_id = ${me.id})))
          order by id desc`)
          const remainingArrivals = [...arrivals]
          const readIds = await readWholeFeed(me, limit, async () => {
            server.clock.advance(second)
            const by = remainingArrivals.pop()
            if (by !== undefined) await insertPosts(server, people[by] as TestUser, 1)
          })
          expect(readIds).toEqual(expectedRows.map(({ id }) => id))
        }),
        { numRuns: 40 },
      )
    },
  )
})
