import type { Post, PostPage } from '@pawtrait/contract/posts.ts'
import { describe, expect, it } from 'vitest'
import { second } from '#testing/clock.ts'
import { aPost, aUser, givenFollow, type TestUser } from '#testing/fixtures.ts'
import { serverForFile } from '#testing/server.ts'

const server = serverForFile()
const pin = (viewer: TestUser | null, post: { id: string }, method: 'PUT' | 'DELETE' = 'PUT') =>
  server.call<{ pinned: boolean }>(viewer, method, `/api/posts/${post.id}/pin`)
const readPage = async (viewer: TestUser | null, author: TestUser, query = '') =>
  (await server.call<PostPage>(viewer, 'GET', `/api/users/${author.id}/posts${query}`)).body
const listCaptions = async (viewer: TestUser | null, author: TestUser) =>
  (await readPage(viewer, author)).posts.map(({ caption, pinned }) => (pinned ? `${caption} (pinned)` : caption))

/** Creates an author with three posts. */
async function anAuthor() {
  const author = await aUser(server)
  const posts: { id: string }[] = []
  for (const caption of ['first', 'second', 'third']) {
    server.clock.advance(second)
    posts.push(await aPost(server, author, { caption }))
  }
  const [oldest, middle, newest] = posts
  if (!oldest || !middle || !newest) throw new Error('fewer than three posts')
  return { author, oldest, middle, newest }
}

describe('pinned post', () => {
  it('is first on the profile until it is unpinned or another post is pinned', async () => {
    const { author, oldest, middle } = await anAuthor()
    expect(await pin(author, oldest)).toMatchObject({ status: 200, body: { postId: oldest.id, pinned: true } })
    expect((await pin(author, oldest)).status).toBe(200)
    expect(await listCaptions(null, author)).toEqual(['first (pinned)', 'third', 'second'])
    await pin(author, middle)
    expect(await listCaptions(author, author)).toEqual(['second (pinned)', 'third', 'first'])
    expect((await server.call<Post>(null, 'GET', `/api/posts/${middle.id}`)).body.pinned).toBe(true)
    // Unpinning a post that is not pinned does not unpin the pinned post.
    expect((await pin(author, oldest, 'DELETE')).body).toEqual({ postId: oldest.id, pinned: false })
    expect(await listCaptions(null, author)).toEqual(['second (pinned)', 'third', 'first'])
    await pin(author, middle, 'DELETE')
    expect(await listCaptions(null, author)).toEqual(['third', 'second', 'first'])
  })

  it('is on the first page in addition to `limit` posts, and on no other page', async () => {
    const { author, middle } = await anAuthor()
    await pin(author, middle)
    const first = await readPage(null, author, '?limit=1')
    const next = await readPage(null, author, `?limit=1&cursor=${first.cursor}`)
    const captions = [...first.posts, ...next.posts].map(({ caption }) => caption)
    expect([first.posts.length, captions]).toEqual([2, ['second', 'third', 'first']])
  })

  it('does not repeat or skip posts on later pages when the pin changes after the first page was loaded', async () => {
    const { author, oldest, newest } = await anAuthor()
    const first = await readPage(null, author, '?limit=1')
    await pin(author, oldest)
    const rest = await readPage(null, author, `?limit=5&cursor=${first.cursor}`)
    expect([...first.posts, ...rest.posts].map(({ caption }) => caption)).toEqual(['third', 'second', 'first'])
    const again = await readPage(null, author, '?limit=1')
    await pin(author, newest)
    const later = await readPage(null, author, `?limit=5&cursor=${again.cursor}`)
    expect([...again.posts, ...later.posts].map(({ caption }) => caption)).toEqual(['first', 'third', 'second'])
    const forged = await server.call(null, 'GET', `/api/users/${author.id}/posts?cursor=${first.cursor}:x`)
    expect(forged.status).toBe(400)
  })

  it('is hidden on the profile from viewers outside the post’s audience', async () => {
    const { author, oldest } = await anAuthor()
    const [follower, stranger] = [await aUser(server), await aUser(server)]
    await givenFollow(server, follower, author)
    await pin(author, oldest)
    await server.call(author, 'PATCH', `/api/posts/${oldest.id}`, { audience: 'followers' })
    expect(await listCaptions(follower, author)).toEqual(['first (pinned)', 'third', 'second'])
    expect(await listCaptions(stranger, author)).toEqual(['third', 'second'])
  })

  it('is unpinned by archiving, and cannot be pinned while archived (409) or deleted (404)', async () => {
    const { author, oldest, middle } = await anAuthor()
    await pin(author, oldest)
    await server.call(author, 'PUT', `/api/posts/${oldest.id}/archive`)
    expect(await pin(author, oldest)).toMatchObject({ status: 409, body: { code: 'conflict' } })
    await server.call(author, 'DELETE', `/api/posts/${oldest.id}/archive`)
    expect(await listCaptions(author, author)).toEqual(['third', 'second', 'first'])
    await pin(author, middle)
    await server.call(author, 'DELETE', `/api/posts/${middle.id}`)
    expect(await listCaptions(author, author)).toEqual(['third', 'first'])
    expect((await pin(author, middle)).status).toBe(404)
  })

  it('can be pinned and unpinned only by its author (401 to visitors, 403 to other users)', async () => {
    const { author, oldest } = await anAuthor()
    for (const method of ['PUT', 'DELETE'] as const) {
      expect((await pin(null, oldest, method)).status).toBe(401)
      expect((await pin(await aUser(server), oldest, method)).status).toBe(403)
      expect((await pin(author, { id: 'x' }, method)).status).toBe(400)
    }
  })

  it('is the only pinned post after six parallel requests pin three posts', async () => {
    const { author, oldest, middle, newest } = await anAuthor()
    const responses = await Promise.all(
      [oldest, middle, newest, oldest, middle, newest].map((post) => pin(author, post)),
    )
    expect(responses.map(({ status }) => status)).toEqual(Array(6).fill(200))
    expect((await readPage(null, author)).posts.filter(({ pinned }) => pinned)).toHaveLength(1)
    expect(await listCaptions(null, author)).toHaveLength(3)
  })
})
