import { type Post, PostPage } from '@pawtrait/contract/posts.ts'
import { Suggestions } from '@pawtrait/contract/search.ts'
import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { aPet, aPhoto, aPost, aUser, markDeleted, type TestUser } from '#testing/fixtures.ts'
import { serverForFile } from '#testing/server.ts'

const server = serverForFile()

const readExplore = async (viewer: TestUser | null, query = '') =>
  v.parse(PostPage, (await server.call(viewer, 'GET', `/api/explore${query}`)).body)
const readSuggestions = async (viewer: TestUser) =>
  v.parse(Suggestions, (await server.call(viewer, 'GET', '/api/suggestions')).body)

async function createPost(by: TestUser, more: Parameters<typeof aPost>[2] = {}) {
  server.clock.advance(1)
  return aPost(server, by, more)
}

describe('GET /api/explore', () => {
  it('lists the newest public post of each author, newest first, in pages', async () => {
    const authors = [await aUser(server), await aUser(server), await aUser(server), await aUser(server)]
    for (const author of authors) await createPost(author)
    const newest: Post[] = []
    for (const author of authors.toReversed()) newest.push(await createPost(author))
    for (const author of authors) {
      await createPost(author, { audience: 'followers' })
      await createPost(author, { photoStates: ['processing'] })
    }
    const expected = newest.toReversed().map(({ id }) => id)
    const firstPage = await readExplore(null, '?limit=2')
    expect(firstPage.posts.map(({ id }) => id)).toEqual(expected.slice(0, 2))
    const newcomer = await createPost(authors[3] ?? (await aUser(server)))
    const secondPage = await readExplore(null, `?limit=2&cursor=${firstPage.cursor}`)
    expect(secondPage.posts.map(({ id }) => id)).toEqual(expected.slice(2).filter((id) => id !== newest[0]?.id))
    expect((await readExplore(null)).posts[0]?.id).toBe(newcomer.id)
    // Explore omits the viewer's own post.
    const [viewer = null] = authors
    expect((await readExplore(viewer)).posts.map(({ author }) => author.id)).toEqual(
      [3, 1, 2].map((n) => authors[n]?.id),
    )
  })

  it('lists an author’s previous post when the newest is deleted, and omits deleted authors', async () => {
    const [author, deletedUser] = [await aUser(server), await aUser(server)]
    const olderPost = await createPost(author)
    const newest = await createPost(author)
    await createPost(deletedUser)
    await server.call(author, 'DELETE', `/api/posts/${newest.id}`)
    await markDeleted(server, deletedUser)
    const { posts } = await readExplore(null)
    expect(posts[0]?.id).toBe(olderPost.id)
    expect(posts.map((post) => post.author.id)).not.toContain(deletedUser.id)
  })

  it('omits imported posts, and lists the newest other post of their author instead', async () => {
    const [author, importer] = [await aUser(server), await aUser(server)]
    const ownPost = await createPost(author)
    server.clock.advance(60_000)
    for (const viewer of [author, importer]) {
      const origin = { network: 'pixelfed', id: 'one', postedAt: server.clock.now().toISOString() }
      const body = { origin, photos: [{ id: await aPhoto(server, viewer), alt: '' }], audience: 'everyone' }
      expect((await server.call(viewer, 'POST', '/api/imports/posts', body)).status).toBe(201)
    }
    const { posts } = await readExplore(null, '?limit=50')
    expect(posts[0]?.id).toBe(ownPost.id)
    expect(posts.map((post) => post.author.id)).not.toContain(importer.id)
  })

  it('returns 400 for a cursor of another list', async () => {
    expect((await server.call(null, 'GET', '/api/explore?cursor=1.2')).status).toBe(400)
  })
})

describe('GET /api/suggestions', () => {
  it('returns the five most followed users and pets, except own and already followed ones', async () => {
    const me = await aUser(server)
    const otherUsers: TestUser[] = []
    for (let n = 0; n < 8; n++) otherUsers.push(await aUser(server))
    const pets = []
    for (const [n, { id }] of otherUsers.entries()) {
      await server.deps.database.rows(sql`update users set follower_count = ${1000 + n}::int where id = ${id}`)
      const pet = await aPet(server, [{ id }], `Pet ${n}`)
      await server.deps.database.rows(sql`update pets set follower_count = ${1000 + n}::int where id = ${pet}`)
      pets.push(pet)
    }
    const ownPet = await aPet(server, [me])
    await server.deps.database.rows(sql`update pets set follower_count = 9999 where id = ${ownPet}`)
    await server.deps.database.rows(sql`update users set follower_count = 9999 where id = ${me.id}`)
    const [, , , , , sixth, seventh, eighth] = otherUsers
    if (!sixth || !seventh || !eighth) throw new Error('too few users')
    await server.call(me, 'PUT', `/api/users/${eighth.id}/follow`)
    await server.call(me, 'PUT', `/api/pets/${pets[6]}/follow`)
    await markDeleted(server, sixth)

    const { users, pets: suggestedPets } = await readSuggestions(me)
    expect(users.map(({ id }) => id)).toEqual([6, 4, 3, 2, 1].map((n) => otherUsers[n]?.id))
    expect(users.every(({ followedByMe, me: isMe }) => !followedByMe && !isMe)).toBe(true)
    expect(suggestedPets.map(({ name }) => name)).toEqual(['Pet 7', 'Pet 4', 'Pet 3', 'Pet 2', 'Pet 1'])
  })

  it('returns 401 to visitors', async () => {
    expect((await server.call(null, 'GET', '/api/suggestions')).status).toBe(401)
  })
})
