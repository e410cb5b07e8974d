import { randomUUID } from 'node:crypto'
import type { Comment, CommentPage } from '@pawtrait/contract/comments.ts'
import type { CommentId } from '@pawtrait/contract/ids.ts'
import type { Post, ReplyControl } from '@pawtrait/contract/posts.ts'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { newId } from '#platform/database/id.ts'
import { aPost, aUser, givenFollow, type TestUser } from '#testing/fixtures.ts'
import { serverForFile } from '#testing/server.ts'

const server = serverForFile()
type WithId = { id: string }
const writeComment = (viewer: TestUser | null, post: WithId, text: string, parentId?: string) =>
  server.call<Comment>(viewer, 'POST', `/api/posts/${post.id}/comments`, { text, ...(parentId && { parentId }) })
const readComments = (post: WithId, query = '', viewer: TestUser | null = null) =>
  server.call<CommentPage>(viewer, 'GET', `/api/posts/${post.id}/comments${query}`)
const getTexts = ({ body }: { body: CommentPage }) => body.comments.map(({ text }) => text)
const createScene = async () => {
  const [author, guest] = [await aUser(server), await aUser(server)]
  return { author, guest, post: await aPost(server, author) }
}

/** Inserts first-level comments or a chain of replies into the table, because the API limits comments per minute. */
async function insertComments(post: WithId, by: WithId, count: number, chain?: { under: CommentId }) {
  const ids: CommentId[] = []
  let parentId = chain?.under
  for (let n = 0; n < count; n++) {
    const id = newId<CommentId>(server.clock.now())
    await server.deps.database.rows(sql`
      with counted as (update posts set comment_count = comment_count + 1 where id = ${post.id})
      insert into comments (id, post_id, author_id, parent_id, root_id, depth, text, created_at)
      values (${id}, ${post.id}, ${by.id}, ${parentId ?? null}, ${chain?.under ?? null}, ${chain ? n + 1 : 0},
        ${`${chain ? 'deep' : 'top'} ${n}`}, ${server.clock.now().toISOString()})`)
    ids.push(id)
    if (chain) parentId = id
  }
  return ids
}

describe('GET /api/posts/:id/comments', () => {
  it('returns the page that contains a linked reply 30 levels deep, with all its ancestors', async () => {
    const { guest, post } = await createScene()
    const rootIds = await insertComments(post, guest, 120)
    const replyIds = await insertComments(post, guest, 30, { under: rootIds[99] as CommentId })
    const page = await readComments(post, `?comment=${replyIds[29]}&limit=20`)
    const tree = page.body.comments
    expect(tree.filter(({ depth }) => depth === 0).map(({ text }) => text)).toEqual(
      Array.from({ length: 20 }, (_, n) => `top ${94 + n}`),
    )
    expect(tree.filter(({ rootId }) => rootId === rootIds[99]).map(({ id }) => id)).toEqual(replyIds)
    expect(page.body).toMatchObject({ before: rootIds[94], cursor: rootIds[113], commentCount: 150 })
    const earlierPage = await readComments(post, `?before=${page.body.before}&limit=20`)
    expect(getTexts(earlierPage)).toEqual(Array.from({ length: 20 }, (_, n) => `top ${74 + n}`))
    expect(earlierPage.body).toMatchObject({ before: rootIds[74], cursor: null })
    const firstPage = await readComments(post, `?before=${rootIds[10]}&limit=20`)
    expect([getTexts(firstPage).length, firstPage.body.before]).toEqual([10, null])
  })

  it('returns the last page and the pinned comment for `from=newest`, and earlier pages for `before`', async () => {
    const { author, guest, post } = await createScene()
    const rootIds = await insertComments(post, guest, 25)
    await server.call(author, 'PUT', `/api/comments/${rootIds[2]}/pin`)
    await writeComment(author, post, 'answer', rootIds[24])
    const page = await readComments(post, '?from=newest&limit=5')
    expect(getTexts(page)).toEqual(['top 2', ...[20, 21, 22, 23, 24].map((n) => `top ${n}`), 'answer'])
    expect(page.body).toMatchObject({ before: rootIds[20], cursor: null, commentCount: 26 })
    expect(getTexts(await readComments(post, `?before=${page.body.before}&limit=2`))).toEqual(['top 18', 'top 19'])
    for (const other of [
      `before=${rootIds[3]}`,
      `cursor=${rootIds[3]}`,
      `comment=${rootIds[3]}`,
      `thread=${rootIds[3]}`,
    ])
      expect((await readComments(post, `?from=newest&${other}`)).status).toBe(400)
    expect((await readComments(post, '?from=oldest')).status).toBe(400)
  })

  it('returns the page that starts with the first comment when the linked comment is near the start', async () => {
    const { author, guest, post } = await createScene()
    const [first] = await insertComments(post, guest, 4)
    const answer = (await writeComment(author, post, 'answer', first)).body
    const below = (await writeComment(guest, post, 'below', answer.id)).body
    expect(getTexts(await readComments(post, `?comment=${below.id}`))).toEqual([
      'top 0',
      'answer',
      'below',
      'top 1',
      'top 2',
      'top 3',
    ])
    expect((await readComments(post, `?comment=${below.id}`)).body.before).toBe(null)
  })

  it('returns 404 for a linked comment that is deleted, unknown or under another post', async () => {
    const { author, guest, post } = await createScene()
    const otherComment = (await writeComment(guest, await aPost(server, author), 'x')).body
    const deletedComment = (await writeComment(guest, post, 'x')).body
    await server.call(guest, 'DELETE', `/api/comments/${deletedComment.id}`)
    for (const id of [otherComment.id, deletedComment.id, randomUUID()])
      expect((await readComments(post, `?comment=${id}`)).status).toBe(404)
  })
})

describe('comment pinning', () => {
  const pin = (viewer: TestUser | null, comment: WithId, method: 'PUT' | 'DELETE' = 'PUT') =>
    server.call<Comment>(viewer, method, `/api/comments/${comment.id}/pin`)

  it('moves a comment and its replies to the top until the comment is unpinned', async () => {
    const { author, guest, post } = await createScene()
    const [, second] = await insertComments(post, guest, 3)
    await writeComment(author, post, 'answer', second)
    expect((await pin(author, { id: second as string })).body).toMatchObject({ id: second, isPinned: true })
    expect(getTexts(await readComments(post))).toEqual(['top 1', 'answer', 'top 0', 'top 2'])
    const nextPage = await readComments(post, '?limit=1')
    expect([getTexts(nextPage), getTexts(await readComments(post, `?limit=1&cursor=${nextPage.body.cursor}`))]).toEqual(
      [['top 1', 'answer', 'top 0'], ['top 2']],
    )
    expect(getTexts(await readComments(post, `?comment=${second}`))).toEqual(['top 1', 'answer', 'top 0', 'top 2'])
    expect((await pin(author, { id: second as string }, 'DELETE')).body.isPinned).toBe(false)
    expect(getTexts(await readComments(post))).toEqual(['top 0', 'top 1', 'answer', 'top 2'])
  })

  it('is refused to visitors (401), to users other than the post’s author (403), and for a reply (409)', async () => {
    const { author, guest, post } = await createScene()
    const first = (await writeComment(guest, post, 'first')).body
    const answer = (await writeComment(guest, post, 'answer', first.id)).body
    for (const method of ['PUT', 'DELETE'] as const) {
      expect((await pin(null, first, method)).status).toBe(401)
      expect((await pin(guest, first, method)).status).toBe(403)
      expect((await pin(author, { id: randomUUID() }, method)).status).toBe(404)
      expect((await pin(author, { id: 'x' }, method)).status).toBe(400)
    }
    expect(await pin(author, answer)).toMatchObject({ status: 409, body: { code: 'conflict' } })
  })

  it('leaves only one comment pinned when eight comments of a post are pinned in parallel', async () => {
    const { author, guest, post } = await createScene()
    const ids = await insertComments(post, guest, 8)
    const responses = await Promise.all(ids.map((id) => pin(author, { id })))
    expect(responses.map(({ status }) => status)).toEqual(ids.map(() => 200))
    expect((await readComments(post)).body.comments.filter(({ isPinned }) => isPinned)).toHaveLength(1)
  })

  it('ends when the comment is deleted', async () => {
    const { author, guest, post } = await createScene()
    const first = (await writeComment(guest, post, 'first')).body
    await writeComment(guest, post, 'answer', first.id)
    await pin(author, first)
    await server.call(guest, 'DELETE', `/api/comments/${first.id}`)
    expect((await readComments(post)).body.comments).toMatchObject([{ gone: 'by-author', isPinned: false }, {}])
  })
})

describe('reply control of a post', () => {
  const tryReplies = async (replies: ReplyControl) => {
    const author = await aUser(server)
    const post = await aPost(server, author)
    await server.deps.database.rows(sql`update posts set replies = ${replies} where id = ${post.id}`)
    const [follower, stranger] = [await aUser(server), await aUser(server)]
    await givenFollow(server, follower, author)
    const statuses = async (viewer: TestUser) => (await writeComment(viewer, post, 'hello')).status
    const mayReply = async (viewer: TestUser | null) =>
      (await server.call<Post>(viewer, 'GET', `/api/posts/${post.id}`)).body.mayReply
    return {
      post,
      stranger,
      statuses: await Promise.all([author, follower, stranger].map(statuses)),
      mayReply: await Promise.all([author, follower, stranger, null].map(mayReply)),
    }
  }

  it('allows comments by everyone, by followers or only by the author, and sets `mayReply` to match', async () => {
    expect(await tryReplies('everyone')).toMatchObject({
      statuses: [201, 201, 201],
      mayReply: [true, true, true, false],
    })
    expect(await tryReplies('followers')).toMatchObject({
      statuses: [201, 201, 403],
      mayReply: [true, true, false, false],
    })
    expect(await tryReplies('nobody')).toMatchObject({
      statuses: [201, 403, 403],
      mayReply: [true, false, false, false],
    })
  })

  it('refuses a reply to a comment (403) with a message that names who may comment', async () => {
    const { post, stranger } = await tryReplies('followers')
    const [first] = (await readComments(post)).body.comments
    const response = await server.call<{ code: string; detail: string }>(
      stranger,
      'POST',
      `/api/posts/${post.id}/comments`,
      { text: 'x', parentId: first?.id },
    )
    expect(response.body).toMatchObject({ code: 'forbidden', detail: expect.stringMatching(/^Only followers of user/) })
  })
})
