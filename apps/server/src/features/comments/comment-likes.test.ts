import { randomUUID } from 'node:crypto'
import { type Comment, CommentLikeState } from '@pawtrait/contract/comments.ts'
import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { beforeAll, describe, expect, it } from 'vitest'
import { minute } from '#testing/clock.ts'
import { createStreamClient } from '#testing/event-stream-client.ts'
import { aPost, aUser, givenFollow, markDeleted, type TestUser } from '#testing/fixtures.ts'
import { serverForFile } from '#testing/server.ts'

const server = serverForFile()
const listen = createStreamClient(server)
beforeAll(async () => {
  await server.app.fastify.listen({ host: '127.0.0.1', port: 0 })
})

type WithId = { id: string }
const writeComment = async (viewer: TestUser, post: WithId, text: string) =>
  (await server.call<Comment>(viewer, 'POST', `/api/posts/${post.id}/comments`, { text })).body
const like = (viewer: TestUser | null, comment: WithId, method: 'PUT' | 'DELETE' = 'PUT') =>
  server.call<CommentLikeState>(viewer, method, `/api/comments/${comment.id}/like`)
const readCounts = (comment: WithId) =>
  server.deps.database.row<{ rows: number; count: number }>(sql`
    select (select count(*)::int from comment_likes where comment_id = c.id) as rows, like_count as count
    from comments c where id = ${comment.id}`)
const selectEvents = (type: string) =>
  server.deps.database.rows<{ data: Record<string, unknown> }>(
    sql`select data - 'requestId' as data from events where type = ${type} order by id`,
  )
const createScene = async () => {
  const [author, guest] = [await aUser(server), await aUser(server)]
  const post = await aPost(server, author)
  await server.runJobs()
  return { author, guest, post, comment: await writeComment(guest, post, 'hello') }
}

describe('comment like', () => {
  it('is counted once per user, sets `likedByMe` only for that user, and emits one event', async () => {
    const { author, guest, comment } = await createScene()
    await like(guest, comment)
    const liked = await like(author, comment)
    expect(v.parse(v.strictObject(CommentLikeState.entries), liked.body)).toEqual({
      commentId: comment.id,
      likedByMe: true,
      likeCount: 2,
    })
    expect((await like(author, comment)).body.likeCount).toBe(2)
    const readComment = async (viewer: TestUser | null) =>
      (await server.call(viewer, 'GET', `/api/comments/${comment.id}`)).body
    expect([await readComment(author), await readComment(null)]).toMatchObject([
      { likedByMe: true, likeCount: 2 },
      { likedByMe: false, likeCount: 2 },
    ])
    expect(await selectEvents('comment-liked')).toEqual([
      { data: { commentId: comment.id, by: guest.id } },
      { data: { commentId: comment.id, by: author.id } },
    ])
    expect((await like(author, comment, 'DELETE')).body).toMatchObject({ likedByMe: false, likeCount: 1 })
    expect((await like(author, comment, 'DELETE')).body.likeCount).toBe(1)
    expect(await selectEvents('comment-unliked')).toEqual([{ data: { commentId: comment.id, by: author.id } }])
  })

  it('is counted correctly when 20 users like and unlike a comment in parallel', async () => {
    const { comment } = await createScene()
    const fans: TestUser[] = []
    for (let n = 0; n < 20; n++) fans.push(await aUser(server))
    await Promise.all(
      fans.map(async (fan, n) => {
        await Promise.all([like(fan, comment), like(fan, comment)])
        if (n % 2 === 0) await Promise.all([like(fan, comment, 'DELETE'), like(fan, comment, 'DELETE')])
      }),
    )
    expect(await readCounts(comment)).toEqual({ rows: 10, count: 10 })
  })

  it('is neither stored nor counted when the comment is deleted in parallel', async () => {
    const { author, guest, post, comment } = await createScene()
    await server.call(author, 'POST', `/api/posts/${post.id}/comments`, { text: 'answer', parentId: comment.id })
    const [liked] = await Promise.all([
      like(author, comment),
      server.call(guest, 'DELETE', `/api/comments/${comment.id}`),
    ])
    expect([200, 404]).toContain(liked.status)
    expect(await readCounts(comment)).toEqual({ rows: 0, count: 0 })
    expect((await like(author, comment)).status).toBe(404)
  })

  it('is refused to visitors (401), for an invalid id (400), and for a hidden or unknown comment (404)', async () => {
    const { author, guest } = await createScene()
    const hidden = await writeComment(author, await aPost(server, author, { audience: 'followers' }), 'x')
    for (const method of ['PUT', 'DELETE'] as const) {
      expect((await like(null, hidden, method)).status).toBe(401)
      expect((await like(guest, { id: 'x' }, method)).status).toBe(400)
      expect((await like(guest, hidden, method)).status).toBe(404)
      expect((await like(guest, { id: randomUUID() }, method)).status).toBe(404)
    }
  })
})

describe('new comment', () => {
  it('emits one event that lists each mentioned active user once, without the comment’s author', async () => {
    const { author, guest, post } = await createScene()
    await server.deps.database.rows(sql`delete from events`)
    const deletedUser = await aUser(server)
    await markDeleted(server, deletedUser)
    const usernames = [author.username, author.username.toUpperCase(), guest.username, deletedUser.username, 'no.user']
    const text = usernames.map((username) => `@${username}`).join(' ')
    const comment = await writeComment(guest, post, text)
    expect(await selectEvents('comment-written')).toEqual([
      { data: { commentId: comment.id, postId: post.id, by: guest.id, mentions: [author.id] } },
    ])
  })

  it('is sent to users who can see the post and began to watch it less than ten minutes ago', async () => {
    const { author, guest, post } = await createScene()
    const [watcher, passer] = [await aUser(server), await aUser(server)]
    await givenFollow(server, passer, author)
    const watch = (viewer: TestUser) => server.call(viewer, 'PUT', `/api/posts/${post.id}/watch`)
    const show = (audience: string) => server.call(author, 'PATCH', `/api/posts/${post.id}`, { audience })
    const [watcherStream, passerStream] = [await listen(watcher), await listen(passer)]
    const createMessage = (comment: Comment, by: TestUser) => ({
      ...{ type: 'comment-arrived', postId: post.id, commentId: comment.id, authorId: by.id },
    })
    expect((await watch(watcher)).status).toBe(204)
    const first = await writeComment(guest, post, 'live')
    expect(await watcherStream.next()).toEqual(createMessage(first, guest))
    // A user gets no live message if they cannot see the post, do not watch it, or watched it more than ten minutes
    // ago.
    await watch(passer)
    await show('followers')
    const second = await writeComment(author, post, 'for followers')
    expect(await passerStream.next()).toEqual(createMessage(second, author))
    await show('everyone')
    server.clock.advance(10 * minute)
    await writeComment(guest, post, 'later')
    await watch(watcher)
    const last = await writeComment(guest, post, 'live again')
    expect(await watcherStream.next()).toEqual(createMessage(last, guest))
    for (const stream of [watcherStream, passerStream]) stream.leave()
  })
})

describe('PUT /api/posts/:id/watch', () => {
  it('returns 401 to visitors, 404 for a hidden post, 400 for an invalid id, and 429 above 60 a minute', async () => {
    const { author, guest } = await createScene()
    const hidden = await aPost(server, author, { audience: 'followers' })
    const watch = (viewer: TestUser | null, id: string) => server.call(viewer, 'PUT', `/api/posts/${id}/watch`)
    expect((await watch(null, hidden.id)).status).toBe(401)
    expect((await watch(guest, hidden.id)).status).toBe(404)
    expect((await watch(guest, 'x')).status).toBe(400)
    const responses = await Promise.all(Array.from({ length: 61 }, () => watch(author, hidden.id)))
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(1)
  })
})
