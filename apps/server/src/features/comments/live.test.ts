import type { Comment } from '@pawtrait/contract/comments.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { minute } from '#testing/clock.ts'
import { createStreamClient, markerMessage } from '#testing/event-stream-client.ts'
import { aPost, aUser, givenBlock, type TestUser } from '#testing/fixtures.ts'
import { serverForFile } from '#testing/server.ts'

const server = serverForFile()
const listen = createStreamClient(server)
beforeAll(async () => {
  await server.app.fastify.listen({ host: '127.0.0.1', port: 0 })
})

type WithId = { id: string }
const writeComment = async (viewer: TestUser, post: WithId, text: string, parentId?: string) =>
  (
    await server.call<Comment>(viewer, 'POST', `/api/posts/${post.id}/comments`, {
      text,
      ...(parentId && { parentId }),
    })
  ).body
const editComment = (viewer: TestUser, { id }: WithId, text: string) =>
  server.call(viewer, 'PATCH', `/api/comments/${id}`, { text })
const deleteComment = (viewer: TestUser, { id }: WithId) => server.call(viewer, 'DELETE', `/api/comments/${id}`)
const pinComment = (viewer: TestUser, { id }: WithId, method: 'PUT' | 'DELETE') =>
  server.call(viewer, method, `/api/comments/${id}/pin`)
const watchPost = (viewer: TestUser, { id }: WithId) => server.call(viewer, 'PUT', `/api/posts/${id}/watch`)
/** Sends a marker to one stream; all earlier messages arrive before it. */
const sendMarker = (viewer: TestUser) => server.deps.live.send(server.deps.database, [viewer.id], markerMessage)

/** Creates a post with a comment, and a user who watches it with an open stream. */
async function createScene() {
  const [author, guest, watcher] = [await aUser(server), await aUser(server), await aUser(server)]
  const post = await aPost(server, author)
  const comment = await writeComment(guest, post, 'First')
  const stream = await listen(watcher)
  await watchPost(watcher, post)
  const changed = ({ id: commentId }: WithId) => ({ type: 'comment-changed', postId: post.id, commentId })
  return { author, guest, watcher, post, comment, stream, changed }
}

describe('stream of a user who watches a post', () => {
  it('receives `comment-changed` for an edited comment only if the edit changes its text', async () => {
    const { guest, watcher, comment, stream, changed } = await createScene()
    await editComment(guest, comment, 'First!')
    expect(await stream.next()).toEqual(changed(comment))
    await editComment(guest, comment, 'First!')
    await sendMarker(watcher)
    expect(await stream.next()).toEqual(markerMessage)
    stream.leave()
  })

  it('receives `comment-changed` when a comment is pinned or unpinned, also by pinning another comment', async () => {
    const { author, guest, post, comment, stream, changed } = await createScene()
    const other = await writeComment(guest, post, 'Second')
    expect(await stream.next()).toMatchObject({ type: 'comment-arrived', commentId: other.id })
    await pinComment(author, comment, 'PUT')
    expect(await stream.next()).toEqual(changed(comment))
    await pinComment(author, other, 'PUT')
    // The server sends these two messages independently, so they may arrive in any order.
    const messages = [await stream.next(), await stream.next()]
    expect(messages).toEqual(expect.arrayContaining([changed(comment), changed(other)]))
    await pinComment(author, other, 'DELETE')
    expect(await stream.next()).toEqual(changed(other))
    stream.leave()
  })

  it('receives `comment-left` with parent, root and kind of deletion when a comment is deleted', async () => {
    const { author, guest, post, comment, stream } = await createScene()
    const answer = await writeComment(author, post, 'An answer', comment.id)
    expect(await stream.next()).toMatchObject({ type: 'comment-arrived', commentId: answer.id })
    const message = { type: 'comment-left', postId: post.id }
    await deleteComment(author, answer)
    expect(await stream.next()).toEqual({
      ...message,
      commentId: answer.id,
      parentId: comment.id,
      rootId: comment.id,
      gone: 'by-author',
    })
    const secondAnswer = await writeComment(guest, post, 'Answered again', comment.id)
    expect(await stream.next()).toMatchObject({ type: 'comment-arrived', commentId: secondAnswer.id })
    await deleteComment(author, comment)
    const first = { ...message, commentId: comment.id, parentId: null, rootId: null, gone: 'by-post-author' }
    expect(await stream.next()).toEqual(first)
    stream.leave()
  })

  it('receives nothing about hidden comments or posts, and nothing ten minutes after the watch request', async () => {
    const { author, guest, watcher, post, comment, stream } = await createScene()
    const expectNoMessage = async () => {
      await sendMarker(watcher)
      expect(await stream.next()).toEqual(markerMessage)
    }
    const blockedUser = await aUser(server)
    const hiddenComment = await writeComment(blockedUser, post, 'Unseen')
    expect(await stream.next()).toMatchObject({ type: 'comment-arrived', commentId: hiddenComment.id })
    await givenBlock(server, watcher, blockedUser)
    await editComment(blockedUser, hiddenComment, 'Still unseen')
    await deleteComment(blockedUser, hiddenComment)
    await expectNoMessage()
    await server.call(author, 'PATCH', `/api/posts/${post.id}`, { audience: 'close-friends' })
    await editComment(guest, comment, 'Among friends')
    await deleteComment(author, comment)
    await expectNoMessage()
    const openPost = await aPost(server, author)
    const last = await writeComment(guest, openPost, 'Last')
    await watchPost(watcher, openPost)
    await editComment(guest, last, 'Soon')
    expect(await stream.next()).toMatchObject({ type: 'comment-changed', commentId: last.id })
    server.clock.advance(10 * minute)
    await editComment(guest, last, 'Late')
    await deleteComment(guest, last)
    await expectNoMessage()
    stream.leave()
  })
})
