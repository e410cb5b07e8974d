import type { Comment } from '@pawtrait/contract/comments.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { minute } from '#testing/clock.ts'
import { markerMessage, streamListenerFor } from '#testing/event-stream-client.ts'
import { aPost, aUser, givenBlock, type TestUser } from '#testing/fixtures.ts'
import { serverForFile } from '#testing/server.ts'

const server = serverForFile()
const listen = streamListenerFor(server)
beforeAll(async () => {
  await server.app.fastify.listen({ host: '127.0.0.1', port: 0 })
})

type Of = { id: string }
const say = async (viewer: TestUser, post: Of, text: string, parentId?: string) =>
  (
    await server.call<Comment>(viewer, 'POST', `/api/posts/${post.id}/comments`, {
      text,
      ...(parentId && { parentId }),
    })
  ).body
const edit = (viewer: TestUser, { id }: Of, text: string) =>
  server.call(viewer, 'PATCH', `/api/comments/${id}`, { text })
const remove = (viewer: TestUser, { id }: Of) => server.call(viewer, 'DELETE', `/api/comments/${id}`)
const pin = (viewer: TestUser, { id }: Of, how: 'PUT' | 'DELETE') => server.call(viewer, how, `/api/comments/${id}/pin`)
const watch = (viewer: TestUser, { id }: Of) => server.call(viewer, 'PUT', `/api/posts/${id}/watch`)
/** Sends a marker to one stream; all earlier messages arrive before it. */
const mark = (viewer: TestUser) => server.deps.live.send(server.deps.database, [viewer.id], markerMessage)

/** Creates a post with a comment, and a user who watches it with an open stream. */
async function scene() {
  const [author, guest, watcher] = [await aUser(server), await aUser(server), await aUser(server)]
  const post = await aPost(server, author)
  const comment = await say(guest, post, 'First')
  const stream = await listen(watcher)
  await watch(watcher, post)
  const changed = ({ id: commentId }: Of) => ({ type: 'comment-changed', postId: post.id, commentId })
  return { author, guest, watcher, post, comment, stream, changed }
}

describe('stream of a user who watches a post', () => {
  it('receives `comment-changed` for an edited comment only if the edit changes its text', async () => {
    const { guest, watcher, comment, stream, changed } = await scene()
    await edit(guest, comment, 'First!')
    expect(await stream.next()).toEqual(changed(comment))
    await edit(guest, comment, 'First!')
    await mark(watcher)
    expect(await stream.next()).toEqual(markerMessage)
    stream.leave()
  })

  it('receives `comment-changed` when a comment is pinned or unpinned, also by pinning another comment', async () => {
    const { author, guest, post, comment, stream, changed } = await scene()
    const other = await say(guest, post, 'Second')
    expect(await stream.next()).toMatchObject({ type: 'comment-arrived', commentId: other.id })
    await pin(author, comment, 'PUT')
    expect(await stream.next()).toEqual(changed(comment))
    await pin(author, other, 'PUT')
    // The server sends these two messages independently, so they may arrive in any order.
    const both = [await stream.next(), await stream.next()]
    expect(both).toEqual(expect.arrayContaining([changed(comment), changed(other)]))
    await pin(author, other, 'DELETE')
    expect(await stream.next()).toEqual(changed(other))
    stream.leave()
  })

  it('receives `comment-left` with parent, root and kind of deletion when a comment is deleted', async () => {
    const { author, guest, post, comment, stream } = await scene()
    const answer = await say(author, post, 'An answer', comment.id)
    expect(await stream.next()).toMatchObject({ type: 'comment-arrived', commentId: answer.id })
    const message = { type: 'comment-left', postId: post.id }
    await remove(author, answer)
    expect(await stream.next()).toEqual({
      ...message,
      commentId: answer.id,
      parentId: comment.id,
      rootId: comment.id,
      gone: 'by-author',
    })
    const again = await say(guest, post, 'Answered again', comment.id)
    expect(await stream.next()).toMatchObject({ type: 'comment-arrived', commentId: again.id })
    await remove(author, comment)
    const first = { ...message, commentId: comment.id, parentId: null, rootId: null, gone: 'by-post-author' }
    expect(await stream.next()).toEqual(first)
    stream.leave()
  })

  it('receives nothing about hidden comments or posts, and nothing ten minutes after the watch request', async () => {
    const { author, guest, watcher, post, comment, stream } = await scene()
    const expectNoMessage = async () => {
      await mark(watcher)
      expect(await stream.next()).toEqual(markerMessage)
    }
    const apart = await aUser(server)
    const unseen = await say(apart, post, 'Unseen')
    expect(await stream.next()).toMatchObject({ type: 'comment-arrived', commentId: unseen.id })
    await givenBlock(server, watcher, apart)
    await edit(apart, unseen, 'Still unseen')
    await remove(apart, unseen)
    await expectNoMessage()
    await server.call(author, 'PATCH', `/api/posts/${post.id}`, { audience: 'close-friends' })
    await edit(guest, comment, 'Among friends')
    await remove(author, comment)
    await expectNoMessage()
    const open = await aPost(server, author)
    const last = await say(guest, open, 'Last')
    await watch(watcher, open)
    await edit(guest, last, 'Soon')
    expect(await stream.next()).toMatchObject({ type: 'comment-changed', commentId: last.id })
    server.clock.advance(10 * minute)
    await edit(guest, last, 'Late')
    await remove(guest, last)
    await expectNoMessage()
    stream.leave()
  })
})
