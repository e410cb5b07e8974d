import type { Post, PostPage } from '@pawtrait/contract/posts.ts'
import type { Collection } from '@pawtrait/contract/saves.ts'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { aPost, aUser, givenFollow, type TestUser } from '#testing/fixtures.ts'
import { serverForFile } from '#testing/server.ts'

const server = serverForFile()
type Who = TestUser | null
const make = async (viewer: TestUser, name: string) =>
  (await server.call<Collection>(viewer, 'POST', '/api/collections', { name })).body
const place = (viewer: Who, shelf: { id: string }, post: { id: string }, method: 'PUT' | 'DELETE' = 'PUT') =>
  server.call(viewer, method, `/api/collections/${shelf.id}/posts/${post.id}`)
const list = async (viewer: TestUser, query = '') =>
  (await server.call<{ collections: Collection[] }>(viewer, 'GET', `/api/collections${query}`)).body.collections
const posts = (viewer: Who, shelf: { id: string }, query = '') =>
  server.call<PostPage>(viewer, 'GET', `/api/collections/${shelf.id}/posts${query}`)
const listSaves = async (viewer: TestUser) => (await server.call<PostPage>(viewer, 'GET', '/api/saves')).body.posts

describe('collection of saved posts', () => {
  it('can be created, renamed, and deleted without unsaving its posts', async () => {
    const [author, reader] = [await aUser(server), await aUser(server)]
    const post = await aPost(server, author)
    const created = await server.call<Collection>(reader, 'POST', '/api/collections', { name: ' Beach   dogs ' })
    expect(created).toMatchObject({
      status: 201,
      body: { name: 'Beach dogs', postCount: 0, pictures: [], holds: false },
    })
    expect((await place(reader, created.body, post)).status).toBe(200)
    const renamed = await server.call<Collection>(reader, 'PATCH', `/api/collections/${created.body.id}`, {
      name: 'Dogs',
    })
    expect(renamed.body).toMatchObject({ name: 'Dogs', postCount: 1 })
    expect((await server.call(reader, 'DELETE', `/api/collections/${created.body.id}`)).status).toBe(204)
    expect((await server.call(reader, 'DELETE', `/api/collections/${created.body.id}`)).status).toBe(404)
    expect(await list(reader)).toEqual([])
    expect((await listSaves(reader)).map(({ id }) => id)).toEqual([post.id])
  })

  it('cannot have the same name as another collection of its owner, ignoring case (400 `taken`)', async () => {
    const [reader, other] = [await aUser(server), await aUser(server)]
    const [cats, dogs] = [await make(reader, 'Cats'), await make(reader, 'Dogs')]
    const again = await server.call(reader, 'POST', '/api/collections', { name: 'CATS' })
    expect(again).toMatchObject({ status: 400, body: { errors: [{ field: 'name', code: 'taken' }] } })
    const rename = (name: string) => server.call(reader, 'PATCH', `/api/collections/${dogs.id}`, { name })
    expect(await rename('cats')).toMatchObject({ status: 400, body: { errors: [{ field: 'name' }] } })
    expect((await rename('DOGS')).status).toBe(200)
    expect((await server.call(reader, 'POST', '/api/collections', { name: ' ' })).status).toBe(400)
    expect((await make(other, 'Cats')).name).toBe('Cats')
    const names = await Promise.all([1, 2, 3].map(() => server.call(other, 'POST', '/api/collections', { name: 'x' })))
    expect(names.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 400, 400])
    expect((await list(reader)).map(({ id }) => id)).toEqual([cats.id, dogs.id])
  })

  it('cannot be read or changed by other users (404) or visitors (401)', async () => {
    const [reader, other] = [await aUser(server), await aUser(server)]
    const post = await aPost(server, other)
    const shelf = await make(reader, 'Secret')
    for (const [method, path, body] of [
      ['GET', '', undefined],
      ['PATCH', '', { name: 'Taken over' }],
      ['DELETE', '', undefined],
      ['GET', '/posts', undefined],
      ['PUT', `/posts/${post.id}`, undefined],
      ['DELETE', `/posts/${post.id}`, undefined],
    ] as const) {
      expect((await server.call(other, method, `/api/collections/${shelf.id}${path}`, body)).status).toBe(404)
      expect((await server.call(null, method, `/api/collections/${shelf.id}${path}`, body)).status).toBe(401)
    }
    expect(await list(other)).toEqual([])
    expect(await list(reader)).toMatchObject([{ name: 'Secret', postCount: 0 }])
  })

  it('cannot be created when its owner has 100 collections (409), even by simultaneous requests', async () => {
    const reader = await aUser(server)
    await server.deps.database.rows(sql`
      insert into collections (id, user_id, name, created_at)
      select gen_random_uuid(), ${reader.id}::uuid, 'n' || n, now() from generate_series(1, 99) n`)
    const more = await Promise.all(
      ['a', 'b', 'c'].map((name) => server.call(reader, 'POST', '/api/collections', { name })),
    )
    expect(more.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409])
  })
})

describe('posts of a collection', () => {
  it('are listed last added first, in pages, and the last four provide the collection’s pictures', async () => {
    const [author, reader] = [await aUser(server), await aUser(server)]
    const shelf = await make(reader, 'Shelf')
    const created: Post[] = []
    for (let n = 0; n < 5; n++) {
      server.clock.advance(1_000)
      created.unshift(await aPost(server, author))
      await place(reader, shelf, created[0] as Post)
    }
    // A post that is added again keeps its position.
    expect((await place(reader, shelf, created[4] as Post)).status).toBe(200)
    const first = await posts(reader, shelf, '?limit=3')
    const rest = await posts(reader, shelf, `?limit=3&cursor=${first.body.cursor}`)
    expect([...first.body.posts, ...rest.body.posts].map(({ id }) => id)).toEqual(created.map(({ id }) => id))
    expect(rest.body.cursor).toBeNull()
    const [row] = await list(reader)
    expect(row).toMatchObject({ postCount: 5 })
    expect(row?.pictures.map(({ id }) => id)).toEqual(created.slice(0, 4).map(({ photos }) => photos[0]?.id))
    expect((await posts(reader, shelf, '?cursor=x')).status).toBe(400)
  })

  it('are saved when added, and removed from every collection when unsaved', async () => {
    const [author, reader] = [await aUser(server), await aUser(server)]
    const [cats, dogs] = [await make(reader, 'Cats'), await make(reader, 'Dogs')]
    const post = await aPost(server, author)
    for (const shelf of [cats, dogs]) await place(reader, shelf, post)
    expect(await listSaves(reader)).toMatchObject([{ id: post.id, savedByMe: true }])
    const holds = async () => (await list(reader, `?post=${post.id}`)).map((shelf) => shelf.holds)
    expect(await holds()).toEqual([true, true])
    await place(reader, cats, post, 'DELETE')
    expect([await holds(), (await listSaves(reader)).length]).toEqual([[false, true], 1])
    await server.call(reader, 'DELETE', `/api/posts/${post.id}/save`)
    expect([await holds(), (await listSaves(reader)).length]).toEqual([[false, false], 0])
  })

  it('are always saved posts, even when a post is added and unsaved at the same moment', async () => {
    const [author, reader] = [await aUser(server), await aUser(server)]
    const shelf = await make(reader, 'Race')
    const post = await aPost(server, author)
    for (let round = 0; round < 10; round++) {
      await Promise.all([place(reader, shelf, post), server.call(reader, 'DELETE', `/api/posts/${post.id}/save`)])
      const inIt = (await list(reader, `?post=${post.id}`))[0]?.holds
      expect({ round, isSaved: (await listSaves(reader)).length === 1 }).toEqual({ round, isSaved: inIt })
    }
  })

  it('do not include posts that the reader can no longer see', async () => {
    const [author, reader] = [await aUser(server), await aUser(server)]
    await givenFollow(server, reader, author)
    const shelf = await make(reader, 'Seen')
    const [open, closed] = [await aPost(server, author), await aPost(server, author, { audience: 'followers' })]
    for (const post of [open, closed]) await place(reader, shelf, post)
    const shown = async () => ({
      shelf: (await list(reader)).map(({ postCount, pictures }) => [postCount, pictures.length]),
      posts: (await posts(reader, shelf)).body.posts.length,
    })
    expect(await shown()).toEqual({ shelf: [[2, 2]], posts: 2 })
    await server.deps.database.rows(sql`delete from follows where follower_id = ${reader.id}`)
    expect(await shown()).toEqual({ shelf: [[1, 1]], posts: 1 })
    expect((await place(reader, shelf, closed)).status).toBe(404)
    await server.call(author, 'PUT', `/api/posts/${open.id}/archive`)
    expect(await shown()).toEqual({ shelf: [[0, 0]], posts: 0 })
  })
})
