import type { Comment, CommentPage } from '@pawtrait/contract/comments.ts'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { aPost, aUser, givenBlock, type TestUser } from '#testing/given.ts'
import { serverForFile } from '#testing/server.ts'

const server = serverForFile()

const says = async (viewer: TestUser, post: { id: string }, text: string) =>
  (await server.call<Comment>(viewer, 'POST', `/api/posts/${post.id}/comments`, { text, parentId: null })).body
const remove = (viewer: TestUser, comment: { id: string }) =>
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

/** Two have spoken under a post; then one of them and its author block. */
async function aScene(by: 'author' | 'guest') {
  const [author, guest, other] = [await aUser(server), await aUser(server), await aUser(server)]
  const post = await aPost(server, author)
  const [said, second] = [await says(guest, post, 'nasty'), await says(other, post, 'kind')]
  await (by === 'author' ? givenBlock(server, author, guest) : givenBlock(server, guest, author))
  return { author, guest, other, post, said, second }
}

describe.each(['author', 'guest'] as const)('what was said before the %s blocked the other', (by) => {
  it('can be deleted by the author of the post, who does not see it', async () => {
    const { author, post, said } = await aScene(by)
    expect((await server.call(author, 'GET', `/api/comments/${said.id}`)).status).toBe(404)
    expect(await remove(author, said)).toMatchObject({ status: 200, body: { commentCount: 1 } })
    expect(await countComments(post)).toBe(1)
    expect((await remove(author, said)).status).toBe(404)
  })

  it('can be reported by the author of the post, and by nobody else who does not see it', async () => {
    const { author, guest, other, said } = await aScene(by)
    expect(await report(author, said)).toBe(201)
    expect([await report(guest, said), await report(other, said)]).toEqual([404, 404])
  })

  it('can be deleted by whoever said it, who learns nothing of the post', async () => {
    const { author, guest, other, post, said, second } = await aScene(by)
    await says(author, post, 'unseen by them')
    expect((await remove(other, said)).status).toBe(404)
    expect((await remove(guest, second)).status).toBe(404)
    expect(await remove(guest, said)).toMatchObject({ status: 200, body: { commentCount: 0 } })
    expect(await countComments(post)).toBe(2)
    expect((await server.call<CommentPage>(guest, 'GET', `/api/posts/${post.id}/comments`)).status).toBe(404)
  })
})
