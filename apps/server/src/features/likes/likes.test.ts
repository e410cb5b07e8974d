import { randomUUID } from 'node:crypto'
import { LikeState } from '@pawtrait/contract/likes.ts'
import type { Post } from '@pawtrait/contract/posts.ts'
import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import type { VisiblePostId } from '#features/posts/visible-post.ts'
import { interceptStatements } from '#testing/database/failing-statements.ts'
import { recordStatements } from '#testing/database/query-plans.ts'
import { aPost, aUser, type TestUser } from '#testing/fixtures.ts'
import { serverForFile } from '#testing/server.ts'
import { deleteLike, insertLike } from './queries.ts'

const server = serverForFile()
const like = (viewer: TestUser | null, post: { id: string }, method: 'PUT' | 'DELETE' = 'PUT') =>
  server.call<LikeState>(viewer, method, `/api/posts/${post.id}/like`)
const readCounts = async (post: Post) =>
  server.deps.database.row<{ rows: number; count: number }>(sql`
    select (select count(*)::int from likes where post_id = p.id) as rows, like_count as count
    from posts p where id = ${post.id}`)

describe('post like', () => {
  it('is counted once per user, and sets `likedByMe` only for that user', async () => {
    const [author, fan, other] = [await aUser(server), await aUser(server), await aUser(server)]
    const post = await aPost(server, author)
    await like(other, post)
    const liked = await like(fan, post)
    expect(v.parse(v.strictObject(LikeState.entries), liked.body)).toEqual({
      postId: post.id,
      likedByMe: true,
      likeCount: 2,
    })
    const readPost = async (viewer: TestUser) => (await server.call<Post>(viewer, 'GET', `/api/posts/${post.id}`)).body
    expect(await readPost(fan)).toMatchObject({ likedByMe: true, likeCount: 2 })
    expect((await like(fan, post, 'DELETE')).body).toEqual({ postId: post.id, likedByMe: false, likeCount: 1 })
    expect((await like(fan, post, 'DELETE')).body.likeCount).toBe(1)
    expect(await readPost(other)).toMatchObject({ likedByMe: true, likeCount: 1 })
  })

  it('is stored once for three parallel requests', async () => {
    const [author, fan] = [await aUser(server), await aUser(server)]
    const post = await aPost(server, author)
    const states = await Promise.all([like(fan, post), like(fan, post), like(fan, post)])
    expect(states.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await readCounts(post)).toEqual({ rows: 1, count: 1 })
  })

  it('is counted correctly when 50 users like and unlike a post in parallel (security check V06)', async () => {
    const author = await aUser(server)
    const post = await aPost(server, author)
    const fans: TestUser[] = []
    for (let n = 0; n < 50; n++) fans.push(await aUser(server))
    await Promise.all(
      fans.map(async (fan, n) => {
        await like(fan, post)
        if (n % 2 === 0) await Promise.all([like(fan, post, 'DELETE'), like(fan, post, 'DELETE')])
      }),
    )
    expect(await readCounts(post)).toEqual({ rows: 25, count: 25 })
  })

  it('is refused to visitors (401), for an invalid id (400), and for a hidden or unknown post (404)', async () => {
    const [author, stranger] = [await aUser(server), await aUser(server)]
    const hidden = await aPost(server, author, { audience: 'followers' })
    expect((await like(null, hidden)).status).toBe(401)
    expect((await like(stranger, { id: 'x' })).status).toBe(400)
    const hiddenResponse = await like(stranger, hidden)
    const unknownResponse = await like(stranger, { id: randomUUID() })
    expect({ ...hiddenResponse.body, requestId: '' }).toEqual({ ...unknownResponse.body, requestId: '' })
    expect(hiddenResponse.status).toBe(404)
    expect(await readCounts(hidden)).toEqual({ rows: 0, count: 0 })
  })

  it('is stored, counted and written to the outbox in one database statement', async () => {
    const [author, fan] = [await aUser(server), await aUser(server)]
    const post = await aPost(server, author)
    const [id, now] = [{ id: post.id as VisiblePostId, authorId: author.id }, server.clock.now()]
    expect(await recordStatements((db) => insertLike(db, id, fan.id, now))).toHaveLength(1)
    expect(await recordStatements((db) => deleteLike(db, post.id, fan.id, now))).toHaveLength(1)
    let statements = 0
    await interceptStatements(
      server,
      () => statements++,
      () => like(fan, post),
    )
    // The request runs four statements: to read the session, check visibility, check the rate limit and store the like.
    expect(statements).toBe(4)
    expect(
      await server.deps.database.rows(
        sql`select type from events where type like 'post-%liked' and data->>'postId' = ${post.id}`,
      ),
    ).toEqual([{ type: 'post-liked' }])
  })
})
