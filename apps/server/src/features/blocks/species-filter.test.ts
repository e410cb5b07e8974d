import type { SpeciesFilter } from '@pawtrait/contract/blocks.ts'
import type { FeedPage } from '@pawtrait/contract/feed.ts'
import type { PetId } from '@pawtrait/contract/ids.ts'
import type { PostPage } from '@pawtrait/contract/posts.ts'
import type { SearchPage } from '@pawtrait/contract/search.ts'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { aPet, aPost, aUser, givenFollow, givenPetFollow, type TestUser } from '#testing/fixtures.ts'
import { serverForFile } from '#testing/server.ts'

const server = serverForFile()

const setFilter = (user: TestUser | null, filter: unknown) =>
  server.call<SpeciesFilter>(user, 'PUT', '/api/species-filter', filter)

/** Creates a reader who follows the owner of a pet of this kind, and a post tagged with the pet. */
async function aReader(kind: { species: string; breed?: string }) {
  const [reader, keeper] = [await aUser(server), await aUser(server)]
  const pet = await aPet(server, [keeper], `Nagini ${keeper.username}`)
  await server.deps.database.rows(sql`
    update pets set species = ${kind.species}, breed = ${kind.breed ?? ''} where id = ${pet}`)
  await givenFollow(server, reader, keeper)
  const post = await aPost(server, keeper, { pets: [pet], caption: `#${keeper.username.replace('.', '')}` })
  await server.call(reader, 'PUT', `/api/posts/${post.id}/save`)
  return { reader, keeper, pet, post }
}

/** Returns the names of the lists that show the post or its pet to a user. */
async function findLists({ keeper, pet, post }: Awaited<ReturnType<typeof aReader>>, user: TestUser) {
  const tag = keeper.username.replace('.', '')
  const urls = {
    feed: '/api/feed',
    explore: '/api/explore?limit=50',
    saved: '/api/saves',
    tag: `/api/tags/${tag}/posts`,
    profile: `/api/users/${keeper.id}/posts`,
    pet: `/api/pets/${pet}/posts`,
    search: `/api/search?type=post&q=${tag}`,
    pets: `/api/search?type=pet&q=Nagini ${keeper.username}`,
    petsOf: `/api/users/${keeper.id}/pets`,
  }
  const names: string[] = []
  for (const [name, url] of Object.entries(urls)) {
    const { text } = await server.call<FeedPage & PostPage & SearchPage>(user, 'GET', url)
    if (text.includes(post.id) || text.includes(`"id":"${pet}"`)) names.push(name)
  }
  return names
}

const all = ['feed', 'explore', 'saved', 'tag', 'profile', 'pet', 'search', 'pets', 'petsOf']

describe('animal filter', () => {
  it('hides a species from every list until the filter is cleared, but not a post opened by link', async () => {
    const scene = await aReader({ species: 'reptile', breed: 'Ball python' })
    expect(await findLists(scene, scene.reader)).toEqual(all)
    expect(await setFilter(scene.reader, { species: ['reptile', 'reptile'], words: [] })).toMatchObject({
      status: 200,
      body: { species: ['reptile'], words: [] },
    })
    expect(await findLists(scene, scene.reader)).toEqual([])
    expect((await server.call(scene.reader, 'GET', `/api/posts/${scene.post.id}`)).status).toBe(200)
    expect(await findLists(scene, scene.keeper)).toEqual(all.filter((list) => list !== 'saved' && list !== 'explore'))
    await setFilter(scene.reader, { species: [], words: [] })
    expect(await findLists(scene, scene.reader)).toEqual(all)
  })

  it.each([
    ['Spider', 'Jumping spiders', []],
    ['python', 'Ball-Python', []],
    ['thon', 'Ball python', all],
    ['perro', 'Pérro sin pelo', []],
    ['거미', '거미', []],
    ['मकड़ी', 'बड़ी मकड़ी', []],
    ['งู', 'งู', []],
    ['蛇', '蛇', []],
  ])('matches only the beginning of a word of the breed (filter "%s", breed "%s")', async (word, breed, lists) => {
    const scene = await aReader({ species: 'other', breed })
    expect(await setFilter(scene.reader, { species: [], words: [word] })).toMatchObject({ status: 200 })
    expect(await findLists(scene, scene.reader)).toEqual(lists)
  })

  it('never hides the user’s own pets', async () => {
    const owner = await aUser(server)
    const pet: PetId = await aPet(server, [owner])
    const post = await aPost(server, owner, { pets: [pet] })
    await setFilter(owner, { species: ['dog'], words: [] })
    const { posts } = (await server.call<FeedPage>(owner, 'GET', '/api/feed')).body
    expect(posts.map(({ id }) => id)).toEqual([post.id])
    expect((await server.call(owner, 'GET', `/api/users/${owner.id}/pets`)).text).toContain(pet)
  })

  it('hides posts of a followed pet from the feed', async () => {
    const scene = await aReader({ species: 'fish' })
    await givenPetFollow(server, scene.reader, scene.pet)
    await setFilter(scene.reader, { species: ['fish'], words: [] })
    const { posts } = (await server.call<FeedPage>(scene.reader, 'GET', '/api/feed')).body
    expect(posts).toEqual([])
  })

  it('remains unchanged when one part of a new filter is invalid', async () => {
    const reader = await aUser(server)
    await setFilter(reader, { species: ['fish'], words: ['spider'] })
    for (const filter of [
      { species: ['dragon'], words: [] },
      { species: [], words: ['two words'] },
      { species: [], words: ['50%'] },
      { species: [], words: ['ab'] },
      { species: [], words: Array.from({ length: 31 }, (_, n) => `word${n}`) },
      {},
    ])
      expect(await setFilter(reader, filter)).toMatchObject({ status: 400, body: { code: 'validation-failed' } })
    const storedFilter = await server.call<SpeciesFilter>(reader, 'GET', '/api/species-filter')
    expect(storedFilter.body).toEqual({ species: ['fish'], words: ['spider'] })
    expect(await setFilter(null, { species: [], words: [] })).toMatchObject({ status: 401 })
  })

  it('is stored as exactly one of three filters that arrive concurrently, never as a mix', async () => {
    const reader = await aUser(server)
    const bySpecies = { species: ['cat', 'dog'], words: [] }
    const byWords = { species: [], words: ['snake', 'spider'] }
    await Promise.all([setFilter(reader, bySpecies), setFilter(reader, byWords), setFilter(reader, bySpecies)])
    const storedFilter = (await server.call<SpeciesFilter>(reader, 'GET', '/api/species-filter')).body
    expect([bySpecies, byWords]).toContainEqual(storedFilter)
  })
})
