import type { PostPage } from '@pawtrait/contract/posts.ts'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { aPost, aUser, givenBlock, givenFollow, type TestUser } from '#testing/fixtures.ts'
import { serverForFile } from '#testing/server.ts'
import { addTimedPosts } from '#testing/timed-posts.ts'

const server = serverForFile()
const like = (viewer: TestUser, post: { id: string }, method: 'PUT' | 'DELETE' = 'PUT') =>
  server.call(viewer, method, `/api/posts/${post.id}/like`)
const readLikedPosts = (viewer: TestUser | null, query = '') =>
  server.call<PostPage>(viewer, 'GET', `/api/likes${query}`)
const readLikedPostIds = async (viewer: TestUser) => (await readLikedPosts(viewer)).body.posts.map(({ id }) => id)

describe('GET /api/likes', () => {
  it('lists posts in pages, newest like first, also for likes in the same millisecond', async () => {
    const { whole, paged, first, last } = await addTimedPosts(server, '/api/likes', (viewer, post) =>
      like(viewer, post),
    )
    expect([whole[0], whole[4], new Set(whole).size]).toEqual([last, first, 5])
    expect(paged).toEqual(whole)
  })

  it('lists only posts that the reader likes, until the like is removed', async () => {
    const [author, reader] = [await aUser(server), await aUser(server)]
    const post = await aPost(server, author)
    await Promise.all([like(reader, post), like(reader, post)])
    expect((await readLikedPosts(reader)).body.posts).toMatchObject([{ id: post.id, likedByMe: true, likeCount: 1 }])
    expect(await readLikedPostIds(author)).toEqual([])
    await like(reader, post, 'DELETE')
    expect((await readLikedPosts(reader)).body).toEqual({ posts: [], cursor: null })
  })

  it('omits posts that the reader can no longer see', async () => {
    const [author, other, reader] = [await aUser(server), await aUser(server), await aUser(server)]
    await givenFollow(server, reader, author)
    const visible = await aPost(server, author)
    const followersPost = await aPost(server, author, { audience: 'followers' })
    const [archived, blocked] = [await aPost(server, author), await aPost(server, other)]
    for (const post of [visible, followersPost, archived, blocked]) await like(reader, post)
    expect(await readLikedPostIds(reader)).toHaveLength(4)
    await server.call(author, 'PUT', `/api/posts/${archived.id}/archive`)
    await givenBlock(server, other, reader)
    await server.deps.database.rows(sql`delete from follows where follower_id = ${reader.id}`)
    expect(await readLikedPostIds(reader)).toEqual([visible.id])
  })

  it('returns 401 to visitors and 400 for a cursor of another list', async () => {
    const reader = await aUser(server)
    expect((await readLikedPosts(null)).status).toBe(401)
    expect((await readLikedPosts(reader, `?cursor=${reader.id}`)).status).toBe(400)
  })
})
