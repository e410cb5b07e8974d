import type { PostPage } from '@pawtrait/contract/posts.ts'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { aPost, aUser, givenFollow, type TestUser } from '#testing/fixtures.ts'
import { serverForFile } from '#testing/server.ts'
import { addTimedPosts } from '#testing/timed-posts.ts'

const server = serverForFile()
const save = (viewer: TestUser | null, post: { id: string }, method: 'PUT' | 'DELETE' = 'PUT') =>
  server.call<{ savedByMe: boolean }>(viewer, method, `/api/posts/${post.id}/save`)
const readSaves = (viewer: TestUser | null, query = '') => server.call<PostPage>(viewer, 'GET', `/api/saves${query}`)

describe('GET /api/saves', () => {
  it('lists the last saved post first, in pages, even for saves in the same millisecond', async () => {
    const { whole, paged, first, last } = await addTimedPosts(server, '/api/saves', (viewer, post) =>
      save(viewer, post),
    )
    expect([whole[0], whole[4], new Set(whole).size]).toEqual([last, first, 5])
    expect(paged).toEqual(whole)
  })

  it('lists only own saves, each once, without unsaved posts', async () => {
    const [author, reader] = [await aUser(server), await aUser(server)]
    const post = await aPost(server, author)
    for (const { body } of await Promise.all([save(reader, post), save(reader, post)]))
      expect(body).toMatchObject({ savedByMe: true })
    expect((await readSaves(reader)).body.posts).toMatchObject([{ id: post.id, savedByMe: true }])
    expect((await readSaves(author)).body.posts).toEqual([])
    expect((await save(reader, post, 'DELETE')).body).toEqual({ postId: post.id, savedByMe: false })
    expect((await save(reader, post, 'DELETE')).status).toBe(200)
    expect((await readSaves(reader)).body).toEqual({ posts: [], cursor: null })
  })

  it('omits posts that the reader can no longer see; saving such a post returns 404', async () => {
    const [author, reader] = [await aUser(server), await aUser(server)]
    await givenFollow(server, reader, author)
    const [visible, followersPost] = [
      await aPost(server, author),
      await aPost(server, author, { audience: 'followers' }),
    ]
    await save(reader, visible)
    await save(reader, followersPost)
    expect((await readSaves(reader)).body.posts).toHaveLength(2)
    await server.deps.database.rows(sql`delete from follows where follower_id = ${reader.id}`)
    expect((await readSaves(reader)).body.posts.map(({ id }) => id)).toEqual([visible.id])
    expect((await save(reader, followersPost)).status).toBe(404)
  })

  it('returns 401 to visitors and 400 for a cursor of another list', async () => {
    const reader = await aUser(server)
    expect((await readSaves(null)).status).toBe(401)
    expect((await save(null, reader)).status).toBe(401)
    expect((await readSaves(reader, `?cursor=${reader.id}`)).status).toBe(400)
  })
})
