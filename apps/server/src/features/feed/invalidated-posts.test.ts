import type { Comment } from '@pawtrait/contract/comments.ts'
import type { FeedPage } from '@pawtrait/contract/feed.ts'
import type { PostId } from '@pawtrait/contract/ids.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { aPet, aPost, aUser, givenBlock, givenFollow, type TestUser } from '#testing/fixtures.ts'
import { startAnotherNode, startServer, type TestServer } from '#testing/server.ts'

let nodes: [TestServer, TestServer]

beforeAll(async () => {
  const first = await startServer()
  nodes = [first, await startAnotherNode(first)]
})
afterAll(async () => {
  for (const node of nodes.toReversed()) await node.stop()
})

let author: TestUser
let commenter: TestUser
let reader: TestUser

beforeEach(async () => {
  const [node] = nodes
  ;[author, commenter, reader] = [await aUser(node), await aUser(node), await aUser(node)]
  await givenFollow(node, reader, author)
})

/** Reads the first post of the reader's feed on both nodes. */
async function readFirstPosts() {
  const pages = []
  for (const node of nodes) pages.push(await node.call<FeedPage>(reader, 'GET', '/api/feed'))
  return pages.map(({ body }) => body.posts[0])
}

const writeComment = async (by: TestUser, post: PostId, text: string, parentId?: Comment['id']) =>
  (await nodes[0].call<Comment>(by, 'POST', `/api/posts/${post}/comments`, { text, parentId })).body.id

describe('cached post in the feed', () => {
  it('shows the comments of a user again after the author has unblocked that user', async () => {
    const { id } = await aPost(nodes[0], author)
    await writeComment(commenter, id, 'Hello')
    await givenBlock(nodes[0], author, commenter)
    const hidden = { commentCount: 0, comments: [] }
    expect(await readFirstPosts()).toMatchObject([hidden, hidden])
    await nodes[0].call(author, 'DELETE', `/api/users/${commenter.id}/block`)
    const shown = { commentCount: 1, comments: [{ text: 'Hello' }] }
    expect(await readFirstPosts()).toMatchObject([shown, shown])
  })

  it('does not count replies of a user blocked by the author', async () => {
    const { id } = await aPost(nodes[0], author)
    const comment = await writeComment(commenter, id, 'Hello')
    const other = await aUser(nodes[0])
    await writeComment(other, id, 'Hello too', comment)
    const countsWithReply = { commentCount: 2, comments: [{ replyCount: 1 }] }
    expect(await readFirstPosts()).toMatchObject([countsWithReply, countsWithReply])
    await givenBlock(nodes[0], author, other)
    const countsWithoutReply = { commentCount: 1, comments: [{ replyCount: 0 }] }
    expect(await readFirstPosts()).toMatchObject([countsWithoutReply, countsWithoutReply])
  })

  it('shows a pet’s new UTC offset after its first owner changes time zone, also for a co-owner’s post', async () => {
    const [node] = nodes
    const [owner, coOwner] = [author, commenter]
    await givenFollow(node, reader, coOwner)
    const pet = await aPet(node, [owner, coOwner])
    await aPost(node, coOwner, { pets: [pet] })
    const setTimeZone = (timeZone: string) => node.call(owner, 'PATCH', '/api/profile', { timeZone })
    await setTimeZone('Pacific/Pago_Pago')
    const west = { pets: [{ utcOffset: -11 * 60 }] }
    expect(await readFirstPosts()).toMatchObject([west, west])
    await setTimeZone('Pacific/Kiritimati')
    const east = { pets: [{ utcOffset: 14 * 60 }] }
    expect(await readFirstPosts()).toMatchObject([east, east])
  })
})
