import type { Post, PostPage } from '@pawtrait/contract/posts.ts'
import type { Collection } from '@pawtrait/contract/saves.ts'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { aPost, aUser, givenFollow, type TestUser } from '#testing/fixtures.ts'
import { serverForFile } from '#testing/server.ts'

const server = serverForFile()
type Caller = TestUser | null
const createCollection = async (viewer: TestUser, name: string) =>
  (await server.call<Collection>(viewer, 'POST', '/api/collections', { name })).body
const changeCollectionPost = (
  viewer: Caller,
  collection: { id: string },
  post: { id: string },
  method: 'PUT' | 'DELETE' = 'PUT',
) => server.call(viewer, method, `/api/collections/${collection.id}/posts/${post.id}`)
const listCollections = async (viewer: TestUser, query = '') =>
  (await server.call<{ collections: Collection[] }>(viewer, 'GET', `/api/collections${query}`)).body.collections
const readPosts = (viewer: Caller, collection: { id: string }, query = '') =>
  server.call<PostPage>(viewer, 'GET', `/api/collections/${collection.id}/posts${query}`)
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
    expect((await changeCollectionPost(reader, created.body, post)).status).toBe(200)
    const renamed = await server.call<Collection>(reader, 'PATCH', `/api/collections/${created.body.id}`, {
      name: 'Dogs',
    })
    expect(renamed.body).toMatchObject({ name: 'Dogs', postCount: 1 })
    expect((await server.call(reader, 'DELETE', `/api/collections/${created.body.id}`)).status).toBe(204)
    expect((await server.call(reader, 'DELETE', `/api/collections/${created.body.id}`)).status).toBe(404)
    expect(await listCollections(reader)).toEqual([])
    expect((await listSaves(reader)).map(({ id }) => id)).toEqual([post.id])
  })

  it('cannot have the same name as another collection of its owner, ignoring case (400 `taken`)', async () => {
    const [reader, other] = [await aUser(server), await aUser(server)]
    const [cats, dogs] = [await createCollection(reader, 'Cats'), await createCollection(reader, 'Dogs')]
    const response = await server.call(reader, 'POST', '/api/collections', { name: 'CATS' })
    expect(response).toMatchObject({ status: 400, body: { errors: [{ field: 'name', code: 'taken' }] } })
    const rename = (name: string) => server.call(reader, 'PATCH', `/api/collections/${dogs.id}`, { name })
    expect(await rename('cats')).toMatchObject({ status: 400, body: { errors: [{ field: 'name' }] } })
    expect((await rename('DOGS')).status).toBe(200)
    expect((await server.call(reader, 'POST', '/api/collections', { name: ' ' })).status).toBe(400)
    expect((await createCollection(other, 'Cats')).name).toBe('Cats')
    const responses = await Promise.all(
      [1, 2, 3].map(() => server.call(other, 'POST', '/api/collections', { name: 'x' })),
    )
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 400, 400])
    expect((await listCollections(reader)).map(({ id }) => id)).toEqual([cats.id, dogs.id])
  })

  it('cannot be read or changed by other users (404) or visitors (401)', async () => {
    const [reader, other] = [await aUser(server), await aUser(server)]
    const post = await aPost(server, other)
    const collection = await createCollection(reader, 'Secret')
    for (const [method, path, body] of [
      ['GET', '', undefined],
      ['PATCH', '', { name: 'Taken over' }],
      ['DELETE', '', undefined],
      ['GET', '/posts', undefined],
      ['PUT', `/posts/${post.id}`, undefined],
      ['DELETE', `/posts/${post.id}`, undefined],
    ] as const) {
      expect((await server.call(other, method, `/api/collections/${collection.id}${path}`, body)).status).toBe(404)
      expect((await server.call(null, method, `/api/collections/${collection.id}${path}`, body)).status).toBe(401)
    }
    expect(await listCollections(other)).toEqual([])
    expect(await listCollections(reader)).toMatchObject([{ name: 'Secret', postCount: 0 }])
  })

  it('cannot be created when its owner has 100 collections (409), even by simultaneous requests', async () => {
    const reader = await aUser(server)
    await server.deps.database.rows(sql`
      insert into collections (id, user_id, name, created_at)
      select gen_random_uuid(), ${reader.id}::uuid, 'n' || n, now() from generate_series(1, 99) n`)
    const responses = await Promise.all(
      ['a', 'b', 'c'].map((name) => server.call(reader, 'POST', '/api/collections', { name })),
    )
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409])
  })
})

describe('posts of a collection', () => {
  it('are listed newest addition first, in pages, and the four newest provide the collection’s pictures', async () => {
    const [author, reader] = [await aUser(server), await aUser(server)]
    const collection = await createCollection(reader, 'Shelf')
    const created: Post[] = []
    for (let n = 0; n < 5; n++) {
      server.clock.advance(1_000)
      created.unshift(await aPost(server, author))
      await changeCollectionPost(reader, collection, created[0] as Post)
    }
    // A post that is added again keeps its position.
    expect((await changeCollectionPost(reader, collection, created[4] as Post)).status).toBe(200)
    const first = await readPosts(reader, collection, '?limit=3')
    const rest = await readPosts(reader, collection, `?limit=3&cursor=${first.body.cursor}`)
    expect([...first.body.posts, ...rest.body.posts].map(({ id }) => id)).toEqual(created.map(({ id }) => id))
    expect(rest.body.cursor).toBeNull()
    const [row] = await listCollections(reader)
    expect(row).toMatchObject({ postCount: 5 })
    expect(row?.pictures.map(({ id }) => id)).toEqual(created.slice(0, 4).map(({ photos }) => photos[0]?.id))
    expect((await readPosts(reader, collection, '?cursor=x')).status).toBe(400)
  })

  it('are saved when added, and removed from every collection when unsaved', async () => {
    const [author, reader] = [await aUser(server), await aUser(server)]
    const [cats, dogs] = [await createCollection(reader, 'Cats'), await createCollection(reader, 'Dogs')]
    const post = await aPost(server, author)
    for (const collection of [cats, dogs]) await changeCollectionPost(reader, collection, post)
    expect(await listSaves(reader)).toMatchObject([{ id: post.id, savedByMe: true }])
    const readHolds = async () =>
      (await listCollections(reader, `?post=${post.id}`)).map((collection) => collection.holds)
    expect(await readHolds()).toEqual([true, true])
    await changeCollectionPost(reader, cats, post, 'DELETE')
    expect([await readHolds(), (await listSaves(reader)).length]).toEqual([[false, true], 1])
    await server.call(reader, 'DELETE', `/api/posts/${post.id}/save`)
    expect([await readHolds(), (await listSaves(reader)).length]).toEqual([[false, false], 0])
  })

  it('always include only saved posts, even when a post is added and unsaved at the same moment', async () => {
    const [author, reader] = [await aUser(server), await aUser(server)]
    const collection = await createCollection(reader, 'Race')
    const post = await aPost(server, author)
    for (let round = 0; round < 10; round++) {
      await Promise.all([
        changeCollectionPost(reader, collection, post),
        server.call(reader, 'DELETE', `/api/posts/${post.id}/save`),
      ])
      const isInCollection = (await listCollections(reader, `?post=${post.id}`))[0]?.holds
      expect({ round, isSaved: (await listSaves(reader)).length === 1 }).toEqual({ round, isSaved: isInCollection })
    }
  })

  it('do not include posts that the reader can no longer see', async () => {
    const [author, reader] = [await aUser(server), await aUser(server)]
    await givenFollow(server, reader, author)
    const collection = await createCollection(reader, 'Seen')
    const [openPost, closedPost] = [await aPost(server, author), await aPost(server, author, { audience: 'followers' })]
    for (const post of [openPost, closedPost]) await changeCollectionPost(reader, collection, post)
    const readCounts = async () => ({
      collections: (await listCollections(reader)).map(({ postCount, pictures }) => [postCount, pictures.length]),
      posts: (await readPosts(reader, collection)).body.posts.length,
    })
    expect(await readCounts()).toEqual({ collections: [[2, 2]], posts: 2 })
    await server.deps.database.rows(sql`delete from follows where follower_id = ${reader.id}`)
    expect(await readCounts()).toEqual({ collections: [[1, 1]], posts: 1 })
    expect((await changeCollectionPost(reader, collection, closedPost)).status).toBe(404)
    await server.call(author, 'PUT', `/api/posts/${openPost.id}/archive`)
    expect(await readCounts()).toEqual({ collections: [[0, 0]], posts: 0 })
  })
})
