import type { Comment, CommentPage } from '@pawtrait/contract/comments.ts'
import type { CommentId } from '@pawtrait/contract/ids.ts'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { createDb } from '#platform/database/db.ts'
import { newId } from '#platform/database/id.ts'
import { aPost, aUser, markDeleted, type TestUser } from '#testing/fixtures.ts'
import { serverForFile } from '#testing/server.ts'
import { lockCommentAndAncestors } from './comment-change-queries.ts'
import type { DeletableCommentId } from './comment-permissions.ts'

const server = serverForFile()
type WithId = { id: string }
const writeComment = async (viewer: TestUser, post: WithId, text: string, parentId?: string) =>
  (
    await server.call<Comment>(viewer, 'POST', `/api/posts/${post.id}/comments`, {
      text,
      ...(parentId && { parentId }),
    })
  ).body
const readComments = (viewer: TestUser | null, post: WithId, query = '') =>
  server.call<CommentPage>(viewer, 'GET', `/api/posts/${post.id}/comments${query}`)
const createScene = async () => {
  const [author, guest] = [await aUser(server), await aUser(server)]
  const post = await aPost(server, author)
  return { author, guest, post, top: await writeComment(author, post, 'top') }
}

/** Inserts a chain of replies directly: old threads may be deeper than the API allows now. */
async function insertReplyChain(post: WithId, by: WithId, top: WithId, length: number, deleted = false) {
  const ids = Array.from({ length }, () => newId<CommentId>(server.clock.now()))
  const now = server.clock.now().toISOString()
  await server.deps.database.rows(sql`
    insert into comments (id, post_id, author_id, parent_id, root_id, depth, text, created_at, deleted_at)
    select id, ${post.id}, ${by.id}, coalesce(lag(id) over (order by n), ${top.id}), ${top.id}, n, 'deep ' || n, ${now},
      case when ${deleted} then ${now}::timestamptz end
    from unnest(${`{${ids.join()}}`}::uuid[]) with ordinality as made (id, n)`)
  if (!deleted)
    await server.deps.database.rows(
      sql`update posts set comment_count = comment_count + ${length} where id = ${post.id}`,
    )
  return ids
}

const measure = async <T>(work: Promise<T>): Promise<[T, number]> => {
  const startedAt = performance.now()
  return [await work, performance.now() - startedAt]
}

describe('chain of 1,500 replies by a deleted user', () => {
  it('is omitted from list and thread, and a link to one of its replies returns 404, in under a second', async () => {
    const { guest, post, top } = await createScene()
    const chain = await insertReplyChain(post, guest, top, 1500)
    await markDeleted(server, guest)
    for (const [query, expected] of [
      ['', ['top']],
      [`?thread=${top.id}`, []],
    ] as const) {
      const [page, ms] = await measure(readComments(null, post, query))
      expect(page.body.comments.map(({ text }) => text)).toEqual(expected)
      expect(ms).toBeLessThan(1000)
    }
    const [link, ms] = await measure(readComments(null, post, `?comment=${chain[700]}`))
    expect([link.status, ms < 1000]).toEqual([404, true])
    expect((await server.call(null, 'GET', `/api/comments/${chain[0]}`)).status).toBe(404)
  })

  it('is returned within a second as placeholders when it contains one reply by another user', async () => {
    const { author, guest, post, top } = await createScene()
    const chain = await insertReplyChain(post, guest, top, 1500)
    await server.deps.database.rows(sql`update comments set author_id = ${author.id} where id = ${chain[1200]}`)
    await markDeleted(server, guest)
    const [page, ms] = await measure(readComments(null, post, `?thread=${top.id}&limit=50`))
    expect(page.body.comments.map(({ id, gone }) => [id, gone])).toEqual(chain.slice(0, 50).map((id) => [id, 'unseen']))
    const last = await readComments(null, post, `?thread=${top.id}&limit=50&cursor=${chain[1198]}`)
    expect(last.body).toMatchObject({ comments: [{ gone: 'unseen' }, { text: 'deep 1201', gone: null }], cursor: null })
    expect(ms).toBeLessThan(1000)
  })
})

describe('reply', () => {
  it('is stored as a sibling when it answers a reply at depth 100, the maximum', async () => {
    const { author, guest, post, top } = await createScene()
    const chain = await insertReplyChain(post, guest, top, 99)
    const hundredth = await writeComment(author, post, '100', chain[98])
    expect(hundredth).toMatchObject({ depth: 100, parentId: chain[98] })
    const further = await writeComment(guest, post, 'further', hundredth.id)
    expect(further).toMatchObject({ depth: 100, parentId: chain[98], rootId: top.id })
    expect(await writeComment(author, post, 'still', further.id)).toMatchObject({ depth: 100, parentId: chain[98] })
    expect((await readComments(null, post, `?comment=${further.id}`)).body.comments).toHaveLength(101)
  })
})

it('deleting the last reply removes the tombstones above it, and locks them with at most 3 statements', async () => {
  const { author, guest, post, top } = await createScene()
  const chain = await insertReplyChain(post, guest, top, 1500)
  // chain[700] is deeper than the maximum depth, so a reply to it is stored beside it, under the same parent.
  const beside = await writeComment(author, post, 'beside', chain[700])
  const last = await writeComment(guest, post, 'last', chain[50])
  await server.deps.database.rows(sql`
    delete from comments where id = ${chain[1499]}`)
  await server.deps.database.rows(sql`
    update comments set deleted_at = now(), text = '' where post_id = ${post.id} and text like 'deep%'
      and id <> ${chain[1498]}`)
  let statements = 0
  await server.deps.database.transaction((db) => {
    const countingDb = createDb((query) => (statements++, db.rows(query)))
    return lockCommentAndAncestors(countingDb, chain[1498] as DeletableCommentId)
  })
  expect(statements).toBeLessThanOrEqual(3)
  const readRemainingIds = async () =>
    (await server.deps.database.rows<WithId>(sql`select id from comments where post_id = ${post.id} order by id`)).map(
      ({ id }) => id,
    )
  const deleteComment = (comment: WithId) => server.call(guest, 'DELETE', `/api/comments/${comment.id}`)
  expect((await deleteComment({ id: chain[1498] as string })).status).toBe(200)
  expect(await readRemainingIds()).toEqual([top.id, ...chain.slice(0, 700), beside.id, last.id])
  expect((await server.call(author, 'DELETE', `/api/comments/${beside.id}`)).status).toBe(200)
  expect(await readRemainingIds()).toEqual([top.id, ...chain.slice(0, 51), last.id])
  expect((await deleteComment(last)).status).toBe(200)
  expect(await readRemainingIds()).toEqual([top.id])
})
