import type { Post, PostPage } from '@pawtrait/contract/posts.ts'
import { describe, expect, it } from 'vitest'
import { second } from '#testing/clock.ts'
import { aPost, aUser, givenFollow, type TestUser } from '#testing/given.ts'
import { serverForFile } from '#testing/server.ts'

const server = serverForFile()
const pin = (who: TestUser | null, post: { id: string }, method: 'PUT' | 'DELETE' = 'PUT') =>
  server.call<{ pinned: boolean }>(who, method, `/api/posts/${post.id}/pin`)
const page = async (who: TestUser | null, author: TestUser, query = '') =>
  (await server.call<PostPage>(who, 'GET', `/api/users/${author.id}/posts${query}`)).body
const wall = async (who: TestUser | null, author: TestUser) =>
  (await page(who, author)).posts.map(({ caption, pinned }) => (pinned ? `${caption} (pinned)` : caption))

/** Somebody with three posts; the newest is last. */
async function anAuthor() {
  const author = await aUser(server)
  const posts: { id: string }[] = []
  for (const caption of ['first', 'second', 'third']) {
    server.clock.advance(second)
    posts.push(await aPost(server, author, { caption }))
  }
  const [one, two, three] = posts
  if (!one || !two || !three) throw new Error('three posts were made')
  return { author, one, two, three }
}

describe('a pinned post', () => {
  it('is first on the profile for everybody, alone, until it is unpinned', async () => {
    const { author, one, two } = await anAuthor()
    expect(await pin(author, one)).toMatchObject({ status: 200, body: { postId: one.id, pinned: true } })
    expect((await pin(author, one)).status).toBe(200)
    expect(await wall(null, author)).toEqual(['first (pinned)', 'third', 'second'])
    await pin(author, two)
    expect(await wall(author, author)).toEqual(['second (pinned)', 'third', 'first'])
    expect((await server.call<Post>(null, 'GET', `/api/posts/${two.id}`)).body.pinned).toBe(true)
    // Taking back what is not pinned leaves what is.
    expect((await pin(author, one, 'DELETE')).body).toEqual({ postId: one.id, pinned: false })
    expect(await wall(null, author)).toEqual(['second (pinned)', 'third', 'first'])
    await pin(author, two, 'DELETE')
    expect(await wall(null, author)).toEqual(['third', 'second', 'first'])
  })

  it('stands on the first page alone, and no post is missing or twice', async () => {
    const { author, two } = await anAuthor()
    await pin(author, two)
    const first = await page(null, author, '?limit=1')
    const next = await page(null, author, `?limit=1&cursor=${first.cursor}`)
    const captions = [...first.posts, ...next.posts].map(({ caption }) => caption)
    expect([first.posts.length, captions]).toEqual([2, ['second', 'third', 'first']])
  })

  it('is shown to those alone who may see it', async () => {
    const { author, one } = await anAuthor()
    const [follower, stranger] = [await aUser(server), await aUser(server)]
    await givenFollow(server, follower, author)
    await pin(author, one)
    await server.call(author, 'PATCH', `/api/posts/${one.id}`, { audience: 'followers' })
    expect(await wall(follower, author)).toEqual(['first (pinned)', 'third', 'second'])
    expect(await wall(stranger, author)).toEqual(['third', 'second'])
  })

  it('that is archived is pinned no more, and cannot be; nor one that is deleted', async () => {
    const { author, one, two } = await anAuthor()
    await pin(author, one)
    await server.call(author, 'PUT', `/api/posts/${one.id}/archive`)
    expect(await pin(author, one)).toMatchObject({ status: 409, body: { code: 'conflict' } })
    await server.call(author, 'DELETE', `/api/posts/${one.id}/archive`)
    expect(await wall(author, author)).toEqual(['third', 'second', 'first'])
    await pin(author, two)
    await server.call(author, 'DELETE', `/api/posts/${two.id}`)
    expect(await wall(author, author)).toEqual(['third', 'first'])
    expect((await pin(author, two)).status).toBe(404)
  })

  it('is its author’s to choose', async () => {
    const { author, one } = await anAuthor()
    for (const method of ['PUT', 'DELETE'] as const) {
      expect((await pin(null, one, method)).status).toBe(401)
      expect((await pin(await aUser(server), one, method)).status).toBe(403)
      expect((await pin(author, { id: 'x' }, method)).status).toBe(400)
    }
  })

  it('is one, however many are pinned at once', async () => {
    const { author, one, two, three } = await anAuthor()
    const asked = await Promise.all([one, two, three, one, two, three].map((post) => pin(author, post)))
    expect(asked.map(({ status }) => status)).toEqual(Array(6).fill(200))
    expect((await page(null, author)).posts.filter(({ pinned }) => pinned)).toHaveLength(1)
    expect(await wall(null, author)).toHaveLength(3)
  })
})
