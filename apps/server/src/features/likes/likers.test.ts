import { randomUUID } from 'node:crypto'
import { FollowListPage } from '@pawtrait/contract/follows.ts'
import type { Post } from '@pawtrait/contract/posts.ts'
import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import type { VisiblePostId } from '#features/posts/visible-post.ts'
import { second } from '#testing/clock.ts'
import { analyzeTables, explainPlans } from '#testing/database/query-plans.ts'
import { aPost, aUser, givenBlock, givenFollow, type TestUser } from '#testing/fixtures.ts'
import { serverForFile } from '#testing/server.ts'
import { selectLikers } from './queries.ts'

const server = serverForFile()
const like = (viewer: TestUser, post: Post, method: 'PUT' | 'DELETE' = 'PUT') =>
  server.call(viewer, method, `/api/posts/${post.id}/like`)
const readLikers = (viewer: TestUser | null, post: { id: string }, query = '') =>
  server.call<FollowListPage>(viewer, 'GET', `/api/posts/${post.id}/likes${query}`)
const readLikerIds = async (viewer: TestUser, post: Post) =>
  (await readLikers(viewer, post)).body.users.map(({ id }) => id)

describe('GET /api/posts/:id/likes', () => {
  it('lists users in pages, newest like first, also for likes in the same millisecond', async () => {
    const author = await aUser(server)
    const post = await aPost(server, author)
    const fans: TestUser[] = []
    for (let n = 0; n < 5; n++) {
      const fan = await aUser(server)
      await like(fan, post)
      fans.push(fan)
      if (n % 2 === 0) server.clock.advance(second)
    }
    const fullPage = await readLikers(author, post)
    expect(v.parse(FollowListPage, fullPage.body)).toEqual(fullPage.body)
    const ids = fullPage.body.users.map(({ id }) => id)
    expect(ids[4]).toBe(fans[0]?.id)
    expect(new Set(ids)).toEqual(new Set(fans.map(({ id }) => id)))
    const paged: string[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { body }: { body: FollowListPage } = await readLikers(
        author,
        post,
        `?limit=2${cursor && `&cursor=${cursor}`}`,
      )
      paged.push(...body.users.map(({ id }) => id))
      cursor = body.cursor
    }
    expect(paged).toEqual(ids)
  })

  it('marks the users that the viewer follows, and omits users who removed their like', async () => {
    const [author, reader, followed, privateUser] = [
      await aUser(server),
      await aUser(server),
      await aUser(server),
      await aUser(server),
    ]
    const post = await aPost(server, author)
    await givenFollow(server, reader, followed)
    await server.call(privateUser, 'PUT', '/api/profile/privacy', { isPrivate: true })
    await server.call(reader, 'PUT', `/api/users/${privateUser.id}/follow`)
    for (const fan of [reader, followed, privateUser]) {
      await like(fan, post)
      server.clock.advance(second)
    }
    expect((await readLikers(reader, post)).body.users).toMatchObject([
      { id: privateUser.id, followedByMe: false, requestedByMe: true, me: false },
      { id: followed.id, followedByMe: true, requestedByMe: false, me: false },
      { id: reader.id, followedByMe: false, requestedByMe: false, me: true },
    ])
    await like(followed, post, 'DELETE')
    expect(await readLikerIds(reader, post)).toEqual([privateUser.id, reader.id])
  })

  it('omits users with a block in either direction from the list and the like count', async () => {
    const [author, reader] = [await aUser(server), await aUser(server)]
    const [blockedUser, blockingUser, other] = [await aUser(server), await aUser(server), await aUser(server)]
    const post = await aPost(server, author)
    for (const fan of [blockedUser, blockingUser, other]) await like(fan, post)
    await givenBlock(server, reader, blockedUser)
    await givenBlock(server, blockingUser, reader)
    expect(await readLikerIds(reader, post)).toEqual([other.id])
    expect((await server.call<Post>(reader, 'GET', `/api/posts/${post.id}`)).body.likeCount).toBe(1)
    expect(await readLikerIds(author, post)).toHaveLength(3)
  })

  it('returns 401 to visitors, 400 for invalid ids and cursors, and 404 for a hidden post', async () => {
    const [author, fan] = [await aUser(server), await aUser(server)]
    const post = await aPost(server, author)
    await like(fan, post)
    expect((await readLikers(null, post)).status).toBe(401)
    expect((await readLikers(fan, { id: 'x' })).status).toBe(400)
    expect((await readLikers(fan, post, '?cursor=x')).status).toBe(400)
    await server.call(author, 'PATCH', `/api/posts/${post.id}`, { audience: 'followers' })
    const hiddenResponse = await readLikers(fan, post)
    const unknownResponse = await readLikers(fan, { id: randomUUID() })
    expect(hiddenResponse.status).toBe(404)
    expect({ ...hiddenResponse.body, requestId: '' }).toEqual({ ...unknownResponse.body, requestId: '' })
  })

  it('reads the likers of a post with 4,000 likes through the index `likes_newest`, without a table scan', async () => {
    const { database } = server.deps
    const [author, reader] = [await aUser(server), await aUser(server)]
    const post = await aPost(server, author)
    await database.rows(sql`
      with people as (
        insert into users (id, username, email, fullname, state, time_zone, created_at)
        select gen_random_uuid(), 'fan' || n, 'fan' || n || '@example.test', 'Fan', 'active', 'UTC', now()
        from generate_series(1, 4000) n returning id)
      insert into likes (post_id, user_id, created_at) select ${post.id}::uuid, id, now() from people`)
    await analyzeTables(database)
    const visiblePost = { id: post.id as VisiblePostId, authorId: author.id }
    const after = { at: server.clock.now().toISOString(), id: reader.id }
    const read = (db: typeof database) => selectLikers(db, reader.id, visiblePost, after, 31)
    const plan = await explainPlans(database, (db) => read(db as typeof database), ['likes', 'users'])
    expect(plan.scanned).toEqual([])
    expect(plan.indexes).toContain('likes_newest')
  })
})
