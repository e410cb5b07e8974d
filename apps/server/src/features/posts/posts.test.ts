import { randomUUID } from 'node:crypto'
import type { Post, PostPage } from '@pawtrait/contract/posts.ts'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { aPet, aPost, aUser, givenFollow, insertPosts, markDeleted, type TestUser } from '#testing/fixtures.ts'
import { serverForFile } from '#testing/server.ts'

const server = serverForFile()
const get = <T = Post>(viewer: TestUser | null, url: string) => server.call<T>(viewer, 'GET', url)
const edit = (viewer: TestUser | null, post: { id: string }, body: unknown) =>
  server.call<Post>(viewer, 'PATCH', `/api/posts/${post.id}`, body)
const remove = (viewer: TestUser | null, post: { id: string }) => server.call(viewer, 'DELETE', `/api/posts/${post.id}`)

describe('GET /api/posts/:id', () => {
  it('returns a followers-only post to author and followers, and the 404 of an unknown post to others', async () => {
    const [author, follower, stranger] = [await aUser(server), await aUser(server), await aUser(server)]
    await givenFollow(server, follower, author)
    const post = await aPost(server, author, { audience: 'followers' })
    for (const viewer of [author, follower]) expect((await get(viewer, `/api/posts/${post.id}`)).status).toBe(200)
    const unknown = await get(stranger, `/api/posts/${randomUUID()}`)
    for (const viewer of [stranger, null]) {
      const { status, body } = await get(viewer, `/api/posts/${post.id}`)
      expect({ status, body: { ...body, requestId: '' } }).toEqual({
        status: 404,
        body: { ...unknown.body, requestId: '' },
      })
    }
  })

  it('returns a post only to its author until all its photos are ready', async () => {
    const [author, other] = [await aUser(server), await aUser(server)]
    const post = await aPost(server, author, { photoStates: ['processing', 'processing'] })
    const settle = async (at: number) => {
      const photo = post.photos[at]?.id ?? ''
      await server.deps.database.rows(sql`update photos set state = 'ready' where id = ${photo}`)
      await server.deps.jobs.send(server.deps.database, 'photo-settled', { photo })
      await server.runJobs()
    }
    expect((await get(author, `/api/posts/${post.id}`)).body.isReady).toBe(false)
    await settle(0)
    expect((await get(other, `/api/posts/${post.id}`)).status).toBe(404)
    await settle(1)
    expect((await get(other, `/api/posts/${post.id}`)).body.isReady).toBe(true)
    await settle(1)
    const row = await server.deps.database.row(sql`select post_count as n from users where id = ${author.id}`)
    expect(row).toEqual({ n: 1 })
  })

  it('omits a tagged pet once the accounts of all its people are deleted', async () => {
    const [author, otherCarer] = [await aUser(server), await aUser(server)]
    const [ownPet, shared] = [await aPet(server, [author], 'Tom'), await aPet(server, [author, otherCarer], 'Uma')]
    const post = await aPost(server, author, { pets: [ownPet, shared] })
    const readPetNames = async () => (await get(null, `/api/posts/${post.id}`)).body.pets.map(({ name }) => name)
    expect(await readPetNames()).toEqual(['Tom', 'Uma'])
    await server.deps.database.rows(sql`delete from pet_people where pet_id = ${shared} and user_id = ${author.id}`)
    expect(await readPetNames()).toEqual(['Tom', 'Uma'])
    await markDeleted(server, otherCarer)
    expect((await get(null, `/api/pets/${shared}`)).status).toBe(404)
    expect(await readPetNames()).toEqual(['Tom'])
  })

  it('returns 400 for an invalid id', async () => {
    expect((await get(null, '/api/posts/7')).status).toBe(400)
  })
})

describe('PATCH /api/posts/:id', () => {
  it('changes only the fields in the request, updates tags and pet counts, and sets `editedAt`', async () => {
    const author = await aUser(server)
    const [rex, tom] = [await aPet(server, [author], 'Rex'), await aPet(server, [author], 'Tom')]
    const post = await aPost(server, author, { caption: '#old days', pets: [rex], photoStates: ['ready', 'ready'] })
    const pets = await edit(author, post, { pets: [tom] })
    expect(pets.body).toMatchObject({ caption: '#old days', pets: [{ id: tom }] })
    expect(pets.body.editedAt).toBe(server.clock.now().toISOString())
    const [first, second] = post.photos.map(({ id }) => id)
    const words = await edit(author, post, { caption: '#new', photos: [{ id: first }, { id: second, alt: 'Tom' }] })
    expect(words.body).toMatchObject({ caption: '#new', photos: [{ alt: '' }, { alt: 'Tom' }] })
    const countTagged = async (tag: string) => (await get<PostPage>(null, `/api/tags/${tag}/posts`)).body.posts.length
    expect([await countTagged('old'), await countTagged('new')]).toEqual([0, 1])
    const counts = await server.deps.database.rows(sql`
      select (select coalesce(sum(n.posts), 0)::int from pet_post_counts n where n.pet_id = t.id) as n from pets t
      where id in (${rex}, ${tom}) order by name`)
    expect(counts).toEqual([{ n: 0 }, { n: 1 }])
  })

  it('makes photo URLs require a signature when the audience is limited to followers', async () => {
    const author = await aUser(server)
    const post = await aPost(server, author)
    const isPublic = () =>
      server.deps.database.row(sql`select is_public as "isPublic" from photos where id = ${post.photos[0]?.id}`)
    expect(await isPublic()).toEqual({ isPublic: true })
    await edit(author, post, { audience: 'followers' })
    expect(await isPublic()).toEqual({ isPublic: false })
  })

  it('returns 401 to visitors, 403 to other users, and 404 to users who cannot see the post', async () => {
    const [author, other] = [await aUser(server), await aUser(server)]
    const [open, closed] = [await aPost(server, author), await aPost(server, author, { audience: 'followers' })]
    expect((await edit(null, open, { caption: 'x' })).status).toBe(401)
    expect(await edit(other, open, { caption: 'x' })).toMatchObject({ status: 403, body: { code: 'forbidden' } })
    expect((await edit(other, closed, { caption: 'x' })).status).toBe(404)
    expect((await get(author, `/api/posts/${open.id}`)).body.caption).toBe('')
  })
})

describe('DELETE /api/posts/:id', () => {
  it('hides the post and corrects the counts immediately, before a job erases the post and its likes', async () => {
    const [author, liker] = [await aUser(server), await aUser(server)]
    const pet = await aPet(server, [author])
    const post = await aPost(server, author, { caption: '#gone', pets: [pet] })
    await server.call(liker, 'PUT', `/api/posts/${post.id}/like`)
    expect((await remove(author, post)).status).toBe(204)
    expect((await get(author, `/api/posts/${post.id}`)).status).toBe(404)
    expect((await remove(author, post)).status).toBe(404)
    const readRemaining = () =>
      server.deps.database.row(sql`
        select u.post_count as "user",
          (select coalesce(sum(n.posts), 0)::int from pet_post_counts n where n.pet_id = t.id) as pet,
          (select count(*)::int from posts where id = ${post.id}) as posts,
          (select count(*)::int from likes where post_id = ${post.id}) as likes,
          (select deleted_at is not null from photos where id = ${post.photos[0]?.id}) as "photoGone"
        from users u, pets t where u.id = ${author.id} and t.id = ${pet}`)
    expect(await readRemaining()).toEqual({ user: 0, pet: 0, posts: 1, likes: 1, photoGone: true })
    await server.runJobs()
    expect(await readRemaining()).toEqual({ user: 0, pet: 0, posts: 0, likes: 0, photoGone: true })
  })

  it('returns 401 to visitors and 403 to other users', async () => {
    const [author, other] = [await aUser(server), await aUser(server)]
    const post = await aPost(server, author)
    expect((await remove(null, post)).status).toBe(401)
    expect((await remove(other, post)).status).toBe(403)
    expect((await get(null, `/api/posts/${post.id}`)).status).toBe(200)
  })

  it('subtracts the post from the counts only once when three requests run in parallel', async () => {
    const author = await aUser(server)
    const [post] = [await aPost(server, author), await aPost(server, author)]
    await Promise.all([remove(author, post), remove(author, post), remove(author, post)])
    const row = await server.deps.database.row(sql`select post_count as n from users where id = ${author.id}`)
    expect(row).toEqual({ n: 1 })
  })
})

describe('post list endpoint', () => {
  it('returns posts of a user, pet or tag newest first, in pages, without posts hidden from the viewer', async () => {
    const [author, follower] = [await aUser(server), await aUser(server)]
    await givenFollow(server, follower, author)
    const pet = await aPet(server, [author])
    const tag = `t${author.username}`
    const created: Post[] = []
    for (let n = 0; n < 7; n++)
      created.unshift(
        await aPost(server, author, {
          caption: `#${tag.toUpperCase()} ${n}`,
          pets: [pet],
          audience: n % 3 === 1 ? 'followers' : 'everyone',
        }),
      )
    const open = created.filter(({ audience }) => audience === 'everyone')
    for (const list of [`/api/users/${author.id}/posts`, `/api/pets/${pet}/posts`, `/api/tags/${tag}/posts`]) {
      expect(await readPages(follower, list, 2)).toEqual(created.map(({ id }) => id))
      expect(await readPages(null, list, 2)).toEqual(open.map(({ id }) => id))
    }
  })

  it('fills a page with older posts when newer ones are hidden from the viewer', async () => {
    const author = await aUser(server)
    const first = await aPost(server, author)
    for (let n = 0; n < 9; n++) await aPost(server, author, { audience: 'followers' })
    const { body } = await get<PostPage>(null, `/api/users/${author.id}/posts?limit=1`)
    expect(body).toMatchObject({ posts: [{ id: first.id }], cursor: null })
  })

  it('scans at most 500 posts per page, and returns a cursor that reveals no id of a hidden post', async () => {
    const author = await aUser(server)
    const first = await aPost(server, author)
    const hidden = await insertPosts(server, author, 1_100, { audience: 'followers' })
    const seen: unknown[] = []
    const cursors: string[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { body }: { body: PostPage } = await get<PostPage>(
        null,
        `/api/users/${author.id}/posts${cursor && `?cursor=${cursor}`}`,
      )
      seen.push(body.posts.map(({ id }) => id))
      cursor = body.cursor
      if (cursor) cursors.push(cursor)
    }
    expect(seen).toEqual([[], [], [first.id]])
    // A cursor must reveal neither the id of a hidden post nor the time in that id.
    const bytes = cursors.map((cursor) => cursor + Buffer.from(cursor.slice(2), 'base64url').toString('latin1'))
    expect(bytes.filter((text) => hidden.some((id) => text.includes(id)))).toEqual([])
    const other = `/api/users/${author.id}/posts?cursor=${cursors[0]?.slice(0, -4)}AAAA`
    expect((await get(null, other)).status).toBe(400)
  })

  it('returns 404 for a deleted user and unknown ids, and an empty list for an unknown tag', async () => {
    const gone = await aUser(server)
    await aPost(server, gone)
    await markDeleted(server, gone)
    for (const id of [gone.id, randomUUID()]) expect((await get(null, `/api/users/${id}/posts`)).status).toBe(404)
    expect((await get(null, `/api/pets/${randomUUID()}/posts`)).status).toBe(404)
    expect((await get<PostPage>(null, '/api/tags/nothing/posts')).body).toEqual({ posts: [], cursor: null })
  })

  it('returns 400 for invalid cursors and limits, but accepts a huge limit (security check B09)', async () => {
    const author = await aUser(server)
    const list = `/api/users/${author.id}/posts`
    for (const bad of [
      'cursor=x',
      'cursor=1;drop',
      'cursor=2020-01-01T00:00:00.000Z_x',
      'limit=0',
      'limit=-1',
      'limit=a',
    ])
      expect({ bad, status: (await get(null, `${list}?${bad}`)).status }).toEqual({ bad, status: 400 })
    for (const bad of ['limit=1&limit=2', 'cursor=a&cursor=b'])
      expect((await get(null, `${list}?${bad}`)).status).toBe(400)
    expect((await get(null, `${list}?limit=999999999`)).status).toBe(200)
  })

  it('finds posts by a tag in any script, but reads no tag from `a#no`, `#1` or `&#39;`', async () => {
    const author = await aUser(server)
    const caption = '#Žofie #кот#два a#no #1 #_x #日本 &#39; #ŽOFIE'
    const post = await aPost(server, author, { caption })
    const tags = await server.deps.database.rows<{ tag: string }>(sql`
      select tag from post_tags where post_id = ${post.id}`)
    expect(tags.map(({ tag }) => tag).toSorted()).toEqual(['_x', 'žofie', 'кот', '日本'])
    expect((await get<PostPage>(null, `/api/tags/${encodeURIComponent('ŽOFIE')}/posts`)).body.posts).toHaveLength(1)
  })
})

/** Returns the ids of all posts in a list, page by page. */
async function readPages(viewer: TestUser | null, list: string, limit: number): Promise<string[]> {
  const ids: string[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { body }: { body: PostPage } = await get<PostPage>(
      viewer,
      `${list}?limit=${limit}${cursor && `&cursor=${cursor}`}`,
    )
    expect(body.posts.length).toBeLessThanOrEqual(limit)
    ids.push(...body.posts.map(({ id }) => id))
    cursor = body.cursor
  }
  return ids
}
