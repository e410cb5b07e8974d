import { randomUUID } from 'node:crypto'
import { Comment, type CommentPage } from '@pawtrait/contract/comments.ts'
import type { Post } from '@pawtrait/contract/posts.ts'
import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { minute } from '#testing/clock.ts'
import { aPost, aUser, markDeleted, type TestUser } from '#testing/given.ts'
import { serverForFile } from '#testing/server.ts'

const server = serverForFile()
type Of = { id: string }
const say = (who: TestUser | null, post: Of, text: unknown, more: object = {}, headers = {}) =>
  server.call<Comment>(who, 'POST', `/api/posts/${post.id}/comments`, { text, ...more }, { headers })
const read = async (who: TestUser | null, post: Of, query = '') =>
  (await server.call<CommentPage>(who, 'GET', `/api/posts/${post.id}/comments${query}`)).body
const edit = (who: TestUser | null, comment: Of, text: string) =>
  server.call<Comment>(who, 'PATCH', `/api/comments/${comment.id}`, { text })
const remove = (who: TestUser | null, comment: Of) =>
  server.call<{ commentCount: number }>(who, 'DELETE', `/api/comments/${comment.id}`)
const counted = (post: Of) =>
  server.deps.database.row(sql`
    select comment_count as count,
      (select count(*)::int from comments where post_id = p.id and deleted_at is null) as rows
    from posts p where id = ${post.id}`)
const scene = async () => {
  const [author, guest] = [await aUser(server), await aUser(server)]
  return { author, guest, post: await aPost(server, author) }
}

describe('commenting', () => {
  it('keeps text as it was meant, counts, and tells what the reader may do', async () => {
    const { author, guest, post } = await scene()
    const made = await say(guest, post, ' <b>So\nsweet</b> 👨‍👩‍👧 ')
    expect(made.status).toBe(201)
    expect(v.parse(v.strictObject(Comment.entries), made.body)).toMatchObject({
      text: '<b>So\nsweet</b> 👨‍👩‍👧',
      author: { id: guest.id },
      parentId: null,
      replyCount: 0,
      editedAt: null,
      deleted: false,
      mine: true,
      deletableByMe: true,
    })
    expect((await read(author, post)).comments).toMatchObject([{ id: made.body.id, mine: false, deletableByMe: true }])
    expect(await read(null, post)).toMatchObject({
      comments: [{ mine: false, deletableByMe: false }],
      cursor: null,
      commentCount: 1,
    })
    expect((await server.call<Post>(null, 'GET', `/api/posts/${post.id}`)).body.commentCount).toBe(1)
  })

  it('answers on one level: an answer to an answer joins the first', async () => {
    const { author, guest, post } = await scene()
    const first = (await say(guest, post, 'one')).body
    const second = (await say(author, post, 'two', { parentId: first.id })).body
    const third = (await say(guest, post, 'three', { parentId: second.id })).body
    expect([second.parentId, third.parentId]).toEqual([first.id, first.id])
    expect((await read(null, post)).comments).toMatchObject([{ id: first.id, replyCount: 2 }])
    const answers = await read(null, post, `?parent=${first.id}`)
    expect(answers.comments.map(({ text }) => text)).toEqual(['two', 'three'])
  })

  it('comes oldest first, page by page', async () => {
    const { guest, post } = await scene()
    for (let n = 0; n < 5; n++) await say(guest, post, `${n}`)
    const one = await read(null, post, '?limit=2')
    const two = await read(null, post, `?limit=2&cursor=${one.cursor}`)
    const three = await read(null, post, `?limit=2&cursor=${two.cursor}`)
    expect([one, two, three].map(({ comments }) => comments.map(({ text }) => text).join())).toEqual([
      '0,1',
      '2,3',
      '4',
    ])
    expect(three.cursor).toBe(null)
  })

  it('refuses empty and endless words, visitors, and what may not be seen', async () => {
    const { author, guest, post } = await scene()
    for (const text of ['', ' \u200b\n ', 'a'.repeat(2201), 7, null])
      expect({ text, status: (await say(guest, post, text)).status }).toEqual({ text, status: 400 })
    expect((await say(null, post, 'x')).status).toBe(401)
    const hidden = await aPost(server, author, { audience: 'followers' })
    expect((await say(guest, hidden, 'x')).status).toBe(404)
    expect((await server.call(guest, 'GET', `/api/posts/${hidden.id}/comments`)).status).toBe(404)
    const elsewhere = (await say(author, hidden, 'x')).body
    for (const parentId of [randomUUID(), elsewhere.id])
      expect((await say(guest, post, 'x', { parentId })).status).toBe(404)
    expect(await counted(post)).toEqual({ count: 0, rows: 0 })
  })

  it('is held to 20 a minute', async () => {
    const { guest, post } = await scene()
    const said = await Promise.all(Array.from({ length: 25 }, (_, n) => say(guest, post, `${n}`)))
    expect(said.filter(({ status }) => status === 201)).toHaveLength(20)
    const refused = said.find(({ status }) => status !== 201)
    expect(refused).toMatchObject({ status: 429, body: { code: 'too-many-requests' } })
    expect(Number(refused?.headers['retry-after'])).toBeLessThanOrEqual(60)
    expect(await counted(post)).toEqual({ count: 20, rows: 20 })
    server.clock.advance(minute)
    expect((await say(guest, post, 'again')).status).toBe(201)
  })

  it('once with a repeated key, and the repeat is not counted against the minute', async () => {
    const { guest, post } = await scene()
    const headers = { 'idempotency-key': randomUUID() }
    const repeats = await Promise.all(Array.from({ length: 22 }, () => say(guest, post, 'once', {}, headers)))
    expect(new Set(repeats.map(({ body }) => body.id)).size).toBe(1)
    expect(await counted(post)).toEqual({ count: 1, rows: 1 })
  })
})

describe('changing a comment', () => {
  it('is for its author alone and shows as edited', async () => {
    const { author, guest, post } = await scene()
    const comment = (await say(guest, post, 'frist')).body
    expect((await edit(null, comment, 'x')).status).toBe(401)
    expect((await edit(author, comment, 'x')).status).toBe(403)
    expect((await edit(guest, { id: randomUUID() }, 'x')).status).toBe(404)
    expect((await edit(guest, comment, 'frist')).body.editedAt).toBe(null)
    expect((await edit(guest, comment, 'first')).body).toMatchObject({
      text: 'first',
      editedAt: server.clock.now().toISOString(),
    })
    expect((await edit(guest, comment, ' ')).status).toBe(400)
  })
})

describe('deleting a comment', () => {
  it('is for its author and the author of the post', async () => {
    const { author, guest, post } = await scene()
    const [one, two] = [(await say(guest, post, '1')).body, (await say(guest, post, '2')).body]
    expect((await remove(null, one)).status).toBe(401)
    expect((await remove(await aUser(server), one)).status).toBe(403)
    expect((await remove(guest, one)).body).toEqual({ postId: post.id, commentCount: 1 })
    expect((await remove(author, two)).body).toEqual({ postId: post.id, commentCount: 0 })
    expect((await remove(guest, one)).status).toBe(404)
    expect((await read(null, post)).comments).toEqual([])
  })

  it('with answers leaves an empty husk, which vanishes with its last answer', async () => {
    const { author, guest, post } = await scene()
    const first = (await say(guest, post, 'secret')).body
    const answer = (await say(author, post, 'answer', { parentId: first.id })).body
    expect((await remove(guest, first)).body).toMatchObject({ commentCount: 1 })
    const [husk] = (await read(guest, post)).comments
    expect(husk).toMatchObject({
      deleted: true,
      text: '',
      author: null,
      mine: false,
      deletableByMe: false,
      replyCount: 1,
    })
    const kept = await server.deps.database.row(sql`select text from comments where id = ${first.id}`)
    expect(kept).toEqual({ text: '' })
    expect((await edit(guest, first, 'back')).status).toBe(404)
    expect((await say(guest, post, 'x', { parentId: first.id })).status).toBe(404)
    expect((await say(guest, post, 'go on', { parentId: answer.id })).body.parentId).toBe(first.id)
    await remove(author, answer)
    const [last] = (await read(null, post, `?parent=${first.id}`)).comments
    expect((await read(null, post)).comments).toHaveLength(1)
    await remove(guest, last as Comment)
    expect(await read(null, post)).toEqual({ comments: [], cursor: null, commentCount: 0 })
    expect(await counted(post)).toEqual({ count: 0, rows: 0 })
  })

  it('while others answer keeps the count true', async () => {
    const { author, guest, post } = await scene()
    const others = [author, guest, await aUser(server), await aUser(server)]
    for (let round = 0; round < 5; round++) {
      const first = (await say(guest, post, 'first')).body
      await Promise.all([
        ...others.map((who) => say(who, post, 'answer', { parentId: first.id })),
        remove(guest, first),
        remove(author, first),
      ])
    }
    const { count, rows } = (await counted(post)) as { count: number; rows: number }
    expect(count).toBe(rows)
  })
})

it('hides what a deleted account said', async () => {
  const { author, guest, post } = await scene()
  const first = (await say(author, post, 'mine')).body
  await say(guest, post, 'theirs')
  await say(guest, post, 'answer', { parentId: first.id })
  expect((await read(null, post)).comments).toMatchObject([{ replyCount: 1 }, { text: 'theirs' }])
  await markDeleted(server, guest)
  expect((await read(null, post)).comments).toMatchObject([{ id: first.id, replyCount: 0 }])
})
