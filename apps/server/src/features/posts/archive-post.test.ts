import type { Post, PostPage } from '@pawtrait/contract/posts.ts'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { aPet, aPost, aUser, type TestUser } from '#testing/fixtures.ts'
import { drawnScene } from '#testing/photos/images.ts'
import { fetchFileStatus, narrowestSrc, readyPhoto } from '#testing/photos/photos.ts'
import { serverForFile } from '#testing/server.ts'

const server = serverForFile()
const edit = (viewer: TestUser | null, post: { id: string }, body: unknown) =>
  server.call<Post>(viewer, 'PATCH', `/api/posts/${post.id}`, body)
const ids = (post: Post) => post.photos.map(({ id }) => id)
const readCounts = (author: TestUser, pet: string) =>
  server.deps.database.row(sql`
    select u.post_count as user,
      (select coalesce(sum(n.posts), 0)::int from pet_post_counts n where n.pet_id = t.id) as pet
    from users u, pets t
    where u.id = ${author.id} and t.id = ${pet}`)

describe('post archive', () => {
  const archive = (viewer: TestUser | null, post: { id: string }, method: 'PUT' | 'DELETE' = 'PUT') =>
    server.call<{ archivedAt: string | null }>(viewer, method, `/api/posts/${post.id}/archive`)
  const readArchive = (viewer: TestUser | null, query = '') =>
    server.call<PostPage>(viewer, 'GET', `/api/archive${query}`)

  it('hides a post and its photo URL; unarchiving shows both again, with the post’s likes', async () => {
    const [author, other] = [await aUser(server), await aUser(server)]
    const pet = await aPet(server, [author])
    const photo = await readyPhoto(server, author, await drawnScene(200, 150).jpeg().toBuffer())
    const postFields = { photos: [{ id: photo.id }], caption: `#off${author.username}`, pets: [pet] }
    const post = (await server.call<Post>(author, 'POST', '/api/posts', postFields)).body
    await server.call(other, 'PUT', `/api/posts/${post.id}/like`)
    await server.call(other, 'PUT', `/api/posts/${post.id}/save`)
    const lists = [`/api/users/${author.id}/posts`, `/api/pets/${pet}/posts`, `/api/tags/off${author.username}/posts`]
    const countListed = async (viewer: TestUser | null) =>
      Promise.all(lists.map(async (url) => (await server.call<PostPage>(viewer, 'GET', url)).body.posts.length))
    expect(await countListed(null)).toEqual([1, 1, 1])
    const [address = ''] = narrowestSrc(photo).split('?') // This is the URL without its signature.
    expect(await fetchFileStatus(server, address)).toBe(200)
    const first = await archive(author, post)
    expect(first.body.archivedAt).toBe(server.clock.now().toISOString())
    server.clock.advance(60_000)
    expect((await archive(author, post)).body).toEqual(first.body)
    expect([await countListed(null), await countListed(author)]).toEqual([
      [0, 0, 0],
      [0, 0, 0],
    ])
    expect(await readCounts(author, pet)).toEqual({ user: 0, pet: 0 })
    expect(await fetchFileStatus(server, address)).toBe(404)
    expect((await server.call(other, 'GET', `/api/posts/${post.id}`)).status).toBe(404)
    expect((await server.call<PostPage>(other, 'GET', '/api/saves')).body.posts).toEqual([])
    const own = await server.call<Post>(author, 'GET', `/api/posts/${post.id}`)
    expect(own.body.archivedAt).toBe(first.body.archivedAt)
    expect((await readArchive(author)).body.posts.map(({ id }) => id)).toEqual([post.id])
    expect((await readArchive(other)).body.posts).toEqual([])
    expect((await archive(author, post, 'DELETE')).body.archivedAt).toBeNull()
    expect((await archive(author, post, 'DELETE')).status).toBe(200)
    expect(await countListed(null)).toEqual([1, 1, 1])
    expect(await readCounts(author, pet)).toEqual({ user: 1, pet: 1 })
    expect(await fetchFileStatus(server, address)).toBe(200)
    expect((await server.call<Post>(other, 'GET', `/api/posts/${post.id}`)).body.likedByMe).toBe(true)
  })

  it('lists archived posts only to their author, last archived first', async () => {
    const [author, other] = [await aUser(server), await aUser(server)]
    const posts = [await aPost(server, author), await aPost(server, author), await aPost(server, author)]
    expect((await archive(null, posts[0] as Post)).status).toBe(401)
    expect((await archive(other, posts[0] as Post)).status).toBe(403)
    expect((await readArchive(null)).status).toBe(401)
    for (const post of posts) {
      server.clock.advance(1_000)
      await archive(author, post)
    }
    const first = await readArchive(author, '?limit=2')
    const second = await readArchive(author, `?limit=2&cursor=${first.body.cursor}`)
    expect([...first.body.posts, ...second.body.posts].map(({ id }) => id)).toEqual(
      posts.map(({ id }) => id).toReversed(),
    )
    expect(second.body.cursor).toBeNull()
    expect((await readArchive(author, '?cursor=x')).status).toBe(400)
  })

  it('does not count a post that becomes ready in the archive until the post is restored', async () => {
    const author = await aUser(server)
    const pet = await aPet(server, [author])
    const post = await aPost(server, author, { pets: [pet], photoStates: ['processing'] })
    await archive(author, post)
    await server.deps.database.rows(sql`update photos set state = 'ready' where id = ${ids(post)[0]}`)
    await server.deps.jobs.send(server.deps.database, 'photo-settled', { photo: ids(post)[0] })
    await server.runJobs()
    expect(await readCounts(author, pet)).toEqual({ user: 0, pet: 0 })
    await archive(author, post, 'DELETE')
    expect(await readCounts(author, pet)).toEqual({ user: 1, pet: 1 })
    await archive(author, post)
    await server.call(author, 'DELETE', `/api/posts/${post.id}`)
    expect(await readCounts(author, pet)).toEqual({ user: 0, pet: 0 })
  })

  it('changes photo access and counts when a post is restored, but not when it is edited in the archive', async () => {
    const author = await aUser(server)
    const pet = await aPet(server, [author])
    const post = await aPost(server, author, { audience: 'followers' })
    await archive(author, post)
    await edit(author, post, { audience: 'everyone', pets: [pet] })
    const photo = await server.deps.database.row(sql`select is_public as open from photos where id = ${ids(post)[0]}`)
    expect([photo, await readCounts(author, pet)]).toEqual([{ open: false }, { user: 0, pet: 0 }])
    await archive(author, post, 'DELETE')
    const restored = await server.deps.database.row(
      sql`select is_public as open from photos where id = ${ids(post)[0]}`,
    )
    expect([restored, await readCounts(author, pet)]).toEqual([{ open: true }, { user: 1, pet: 1 }])
  })
})
