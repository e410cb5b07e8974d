import { randomUUID } from 'node:crypto'
import { Comment, type CommentPage } from '@pawtrait/contract/comments.ts'
import type { Post } from '@pawtrait/contract/posts.ts'
import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { minute } from '#testing/clock.ts'
import { aPost, aUser, markDeleted, type TestUser } from '#testing/fixtures.ts'
import { serverForFile } from '#testing/server.ts'

const server = serverForFile()
type WithId = { id: string }
const writeComment = (viewer: TestUser | null, post: WithId, text: unknown, more: object = {}, headers = {}) =>
  server.call<Comment>(viewer, 'POST', `/api/posts/${post.id}/comments`, { text, ...more }, { headers })
const readComments = async (viewer: TestUser | null, post: WithId, query = '') =>
  (await server.call<CommentPage>(viewer, 'GET', `/api/posts/${post.id}/comments${query}`)).body
const getTexts = ({ comments }: CommentPage) => comments.map(({ text, gone }) => text || gone)
const editComment = (viewer: TestUser | null, comment: WithId, text: string) =>
  server.call<Comment>(viewer, 'PATCH', `/api/comments/${comment.id}`, { text })
const deleteComment = (viewer: TestUser | null, comment: WithId) =>
  server.call<{ commentCount: number }>(viewer, 'DELETE', `/api/comments/${comment.id}`)
const readCounts = (post: WithId) =>
  server.deps.database.row(sql`
    select comment_count as count,
      (select count(*)::int from comments where post_id = p.id and deleted_at is null) as rows
    from posts p where id = ${post.id}`)
const createScene = async () => {
  const [author, guest] = [await aUser(server), await aUser(server)]
  return { author, guest, post: await aPost(server, author) }
}

describe('POST /api/posts/:id/comments', () => {
  it('stores the trimmed text and counts the comment; GET returns whether a reader may delete or pin it', async () => {
    const { author, guest, post } = await createScene()
    const created = await writeComment(guest, post, ' <b>So\nsweet</b> 👨‍👩‍👧 ')
    expect(created.status).toBe(201)
    expect(v.parse(v.strictObject(Comment.entries), created.body)).toMatchObject({
      text: '<b>So\nsweet</b> 👨‍👩‍👧',
      author: { id: guest.id },
      parentId: null,
      rootId: null,
      depth: 0,
      replyCount: 0,
      likeCount: 0,
      likedByMe: false,
      isPinned: false,
      editedAt: null,
      gone: null,
      mine: true,
      deletableByMe: true,
      pinnableByMe: false,
    })
    expect((await readComments(author, post)).comments).toMatchObject([
      { id: created.body.id, mine: false, deletableByMe: true, pinnableByMe: true },
    ])
    expect(await readComments(null, post)).toMatchObject({
      comments: [{ mine: false, deletableByMe: false }],
      cursor: null,
      commentCount: 1,
    })
    expect((await server.call<Post>(null, 'GET', `/api/posts/${post.id}`)).body.commentCount).toBe(1)
  })

  it('stores parent, root and depth of replies 30 levels deep; GET with `?thread=` returns these replies', async () => {
    const { author, guest, post } = await createScene()
    let parent = (await writeComment(guest, post, '0')).body
    const top = parent
    for (let depth = 1; depth <= 30; depth++) {
      const answer = (await writeComment(depth % 2 ? author : guest, post, `${depth}`, { parentId: parent.id })).body
      expect(answer).toMatchObject({ parentId: parent.id, rootId: top.id, depth })
      parent = answer
      if (depth % 8 === 0) server.clock.advance(minute)
    }
    const level = await readComments(null, post)
    expect(level.comments.map(({ text, replyCount }) => [text, replyCount])).toEqual([
      ['0', 30],
      ['1', 1],
      ['2', 1],
      ['3', 1],
    ])
    const first = await readComments(null, post, `?thread=${top.id}&limit=20`)
    const second = await readComments(null, post, `?thread=${top.id}&limit=20&cursor=${first.cursor}`)
    expect([...getTexts(first), ...getTexts(second)]).toEqual(Array.from({ length: 30 }, (_, n) => `${n + 1}`))
    expect([first.before, second.cursor, second.commentCount]).toEqual([null, null, 31])
    expect((await readComments(null, post, `?thread=${parent.id}`)).comments).toEqual([])
  })

  it('stores comments in order, and GET returns them in pages, oldest first', async () => {
    const { guest, post } = await createScene()
    for (let n = 0; n < 5; n++) await writeComment(guest, post, `${n}`)
    const first = await readComments(null, post, '?limit=2')
    const second = await readComments(null, post, `?limit=2&cursor=${first.cursor}`)
    const third = await readComments(null, post, `?limit=2&cursor=${second.cursor}`)
    expect([first, second, third].map(({ comments }) => comments.map(({ text }) => text).join())).toEqual([
      '0,1',
      '2,3',
      '4',
    ])
    expect(third.cursor).toBe(null)
  })

  it('refuses empty or too long texts, visitors, hidden posts, and a parent comment of another post', async () => {
    const { author, guest, post } = await createScene()
    for (const text of ['', ' \u200b\n ', 'a'.repeat(2201), 7, null])
      expect({ text, status: (await writeComment(guest, post, text)).status }).toEqual({ text, status: 400 })
    expect((await writeComment(null, post, 'x')).status).toBe(401)
    const hidden = await aPost(server, author, { audience: 'followers' })
    expect((await writeComment(guest, hidden, 'x')).status).toBe(404)
    expect((await server.call(guest, 'GET', `/api/posts/${hidden.id}/comments`)).status).toBe(404)
    const otherComment = (await writeComment(author, hidden, 'x')).body
    for (const parentId of [randomUUID(), otherComment.id])
      expect((await writeComment(guest, post, 'x', { parentId })).status).toBe(404)
    expect((await server.call(guest, 'GET', `/api/comments/${otherComment.id}`)).status).toBe(404)
    for (const query of [
      '?cursor=x',
      '?before=x',
      '?comment=x',
      `?before=${otherComment.id}&comment=${otherComment.id}`,
    ])
      expect((await server.call(guest, 'GET', `/api/posts/${post.id}/comments${query}`)).status).toBe(400)
    expect(await readCounts(post)).toEqual({ count: 0, rows: 0 })
  })

  it('returns 429 above 20 comments a minute', async () => {
    const { guest, post } = await createScene()
    const responses = await Promise.all(Array.from({ length: 25 }, (_, n) => writeComment(guest, post, `${n}`)))
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(20)
    const response = responses.find(({ status }) => status !== 201)
    expect(response).toMatchObject({ status: 429, body: { code: 'too-many-requests' } })
    expect(Number(response?.headers['retry-after'])).toBeLessThanOrEqual(60)
    expect(await readCounts(post)).toEqual({ count: 20, rows: 20 })
    server.clock.advance(minute)
    expect((await writeComment(guest, post, 'again')).status).toBe(201)
  })

  it('creates one comment for 22 requests with one idempotency key, despite the limit of 20 a minute', async () => {
    const { guest, post } = await createScene()
    const headers = { 'idempotency-key': randomUUID() }
    const responses = await Promise.all(
      Array.from({ length: 22 }, () => writeComment(guest, post, 'once', {}, headers)),
    )
    expect(new Set(responses.map(({ body }) => body.id)).size).toBe(1)
    expect(await readCounts(post)).toEqual({ count: 1, rows: 1 })
  })
})

describe('PATCH /api/comments/:id', () => {
  it('sets `editedAt` only when the text changes, and returns 401 to visitors and 403 to other users', async () => {
    const { author, guest, post } = await createScene()
    const comment = (await writeComment(guest, post, 'frist')).body
    expect((await editComment(null, comment, 'x')).status).toBe(401)
    expect((await editComment(author, comment, 'x')).status).toBe(403)
    expect((await editComment(guest, { id: randomUUID() }, 'x')).status).toBe(404)
    expect((await editComment(guest, comment, 'frist')).body.editedAt).toBe(null)
    expect((await editComment(guest, comment, 'first')).body).toMatchObject({
      text: 'first',
      editedAt: server.clock.now().toISOString(),
    })
    expect((await editComment(guest, comment, ' ')).status).toBe(400)
  })
})

describe('DELETE /api/comments/:id', () => {
  it('succeeds for the authors of comment and post, and returns 401 to visitors and 403 to other users', async () => {
    const { author, guest, post } = await createScene()
    const [first, second] = [(await writeComment(guest, post, '1')).body, (await writeComment(guest, post, '2')).body]
    expect((await deleteComment(null, first)).status).toBe(401)
    expect((await deleteComment(await aUser(server), first)).status).toBe(403)
    expect((await deleteComment(guest, first)).body).toEqual({ postId: post.id, commentCount: 1 })
    expect((await deleteComment(author, second)).body).toEqual({ postId: post.id, commentCount: 0 })
    expect((await deleteComment(guest, first)).status).toBe(404)
    expect((await readComments(null, post)).comments).toEqual([])
  })

  it('replaces a comment that has replies by an empty tombstone, until its last reply is deleted', async () => {
    const { author, guest, post } = await createScene()
    const first = (await writeComment(guest, post, 'secret')).body
    const answer = (await writeComment(author, post, 'answer', { parentId: first.id })).body
    const last = (await writeComment(guest, post, 'go on', { parentId: answer.id })).body
    expect((await deleteComment(guest, first)).body).toMatchObject({ commentCount: 2 })
    expect((await deleteComment(author, answer)).body).toMatchObject({ commentCount: 1 })
    const [tombstone, below] = (await readComments(guest, post)).comments
    const emptyFields = {
      gone: 'by-author',
      text: '',
      author: null,
      mine: false,
      deletableByMe: false,
      pinnableByMe: false,
    }
    expect([tombstone, below]).toMatchObject([
      { ...emptyFields, replyCount: 1 },
      { ...emptyFields, replyCount: 1 },
    ])
    const row = await server.deps.database.row(sql`select text from comments where id = ${first.id}`)
    expect(row).toEqual({ text: '' })
    expect((await editComment(guest, first, 'back')).status).toBe(404)
    expect((await writeComment(guest, post, 'x', { parentId: first.id })).status).toBe(404)
    await deleteComment(guest, last)
    expect(await readComments(null, post)).toEqual({ comments: [], cursor: null, before: null, commentCount: 0 })
    expect(await readCounts(post)).toEqual({ count: 0, rows: 0 })
  })

  it('marks the tombstone `by-post-author` when the author of the post deletes the comment', async () => {
    const { author, guest, post } = await createScene()
    const first = (await writeComment(guest, post, 'rude')).body
    await writeComment(guest, post, 'answer', { parentId: first.id })
    await deleteComment(author, first)
    expect((await readComments(null, post)).comments[0]).toMatchObject({ id: first.id, gone: 'by-post-author' })
  })

  it('keeps the comment count correct when replies are added in parallel', async () => {
    const { author, guest, post } = await createScene()
    const commenters = [author, guest, await aUser(server), await aUser(server)]
    for (let round = 0; round < 5; round++) {
      const first = (await writeComment(guest, post, 'first')).body
      const second = (await writeComment(author, post, 'second', { parentId: first.id })).body
      const third = (await writeComment(guest, post, 'third', { parentId: second.id })).body
      const responses = await Promise.all([
        ...commenters.map((viewer, at) =>
          writeComment(viewer, post, 'answer', { parentId: [first, second, third][at % 3]?.id }),
        ),
        ...[first, second, third].map((comment) => deleteComment(author, comment)),
        deleteComment(guest, third),
      ])
      expect(responses.filter(({ status }) => ![200, 201, 404].includes(status))).toEqual([])
      server.clock.advance(minute)
    }
    const { count, rows } = (await readCounts(post)) as { count: number; rows: number }
    expect(count).toBe(rows)
    expect(
      await server.deps.database.rows(sql`
        select 1 from comments c where c.deleted_at is not null
          and not exists (select 1 from comments r where r.parent_id = c.id)`),
    ).toEqual([])
  })
})

it('comment list omits comments of deleted users, but shows a placeholder above visible replies', async () => {
  const { author, guest, post } = await createScene()
  const first = (await writeComment(author, post, 'mine')).body
  await writeComment(guest, post, 'theirs')
  const answer = (await writeComment(guest, post, 'answer', { parentId: first.id })).body
  await writeComment(guest, post, 'to myself', { parentId: answer.id })
  await writeComment(author, post, 'to you', { parentId: answer.id })
  expect((await readComments(null, post)).comments).toMatchObject([{ replyCount: 3 }, {}, {}, {}, { text: 'theirs' }])
  await markDeleted(server, guest)
  expect((await readComments(null, post)).comments).toMatchObject([
    { id: first.id, replyCount: 1 },
    { id: answer.id, gone: 'unseen', text: '', author: null, replyCount: 1 },
    { text: 'to you' },
  ])
  expect((await server.call(author, 'GET', `/api/comments/${answer.id}`)).body).toMatchObject({ gone: 'unseen' })
})
