import type { Comment, CommentPage } from '@pawtrait/contract/comments.ts'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { aPost, aUser, givenBlock, type TestUser } from '#testing/fixtures.ts'
import { serverForFile } from '#testing/server.ts'

const server = serverForFile()

const writeComment = async (viewer: TestUser, post: { id: string }, text: string) =>
  (await server.call<Comment>(viewer, 'POST', `/api/posts/${post.id}/comments`, { text, parentId: null })).body
const deleteComment = (viewer: TestUser, comment: { id: string }) =>
  server.call<{ commentCount: number }>(viewer, 'DELETE', `/api/comments/${comment.id}`)
const report = async (viewer: TestUser, comment: { id: string }) =>
  (
    await server.call(viewer, 'POST', '/api/reports', {
      subject: { type: 'comment', id: comment.id },
      reason: 'harassment',
      note: '',
    })
  ).status
const countComments = async (post: { id: string }) =>
  (await server.deps.database.rows(sql`select 1 from comments where post_id = ${post.id} and deleted_at is null`))
    .length

/** Creates two comments under a post, then a block between the post's author and the first commenter. */
async function aScene(by: 'author' | 'guest') {
  const [author, guest, other] = [await aUser(server), await aUser(server), await aUser(server)]
  const post = await aPost(server, author)
  const [first, second] = [await writeComment(guest, post, 'nasty'), await writeComment(other, post, 'kind')]
  await (by === 'author' ? givenBlock(server, author, guest) : givenBlock(server, guest, author))
  return { author, guest, other, post, first, second }
}

describe.each(['author', 'guest'] as const)('block by the %s, between a post’s author and a commenting guest', (by) => {
  it('hides the guest’s comment from the post’s author (404), but lets the author delete the comment', async () => {
    const { author, post, first } = await aScene(by)
    expect((await server.call(author, 'GET', `/api/comments/${first.id}`)).status).toBe(404)
    expect(await deleteComment(author, first)).toMatchObject({ status: 200, body: { commentCount: 1 } })
    expect(await countComments(post)).toBe(1)
    expect((await deleteComment(author, first)).status).toBe(404)
  })

  it('lets only the post’s author report the guest’s comment (404 to all other users)', async () => {
    const { author, guest, other, first } = await aScene(by)
    expect(await report(author, first)).toBe(201)
    expect([await report(guest, first), await report(other, first)]).toEqual([404, 404])
  })

  it('hides the post from the guest (404), but lets the guest delete their comment under it', async () => {
    const { author, guest, other, post, first, second } = await aScene(by)
    await writeComment(author, post, 'unseen by them')
    expect((await deleteComment(other, first)).status).toBe(404)
    expect((await deleteComment(guest, second)).status).toBe(404)
    expect(await deleteComment(guest, first)).toMatchObject({ status: 200, body: { commentCount: 0 } })
    expect(await countComments(post)).toBe(2)
    expect((await server.call<CommentPage>(guest, 'GET', `/api/posts/${post.id}/comments`)).status).toBe(404)
  })
})
