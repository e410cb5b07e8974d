import type { PetId } from '@pawtrait/contract/ids.ts'
import { type Post, PostPage } from '@pawtrait/contract/posts.ts'
import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { aPost, aUser, givenBlock, markDeleted, type TestUser } from '#testing/fixtures.ts'
import { serverForFile } from '#testing/server.ts'

const server = serverForFile()

const list = async (viewer: TestUser | null, species: string, query = '') => {
  const { body } = await server.call<PostPage>(viewer, 'GET', `/api/species/${species}/posts${query}`)
  return v.parse(v.strictObject(PostPage.entries), body)
}
const idsOf = async (species: string, viewer: TestUser | null = null) =>
  (await list(viewer, species, '?limit=50')).posts.map(({ id }) => id)

async function aPetOf(owner: TestUser, species: string) {
  const pet = { name: `A ${species}`, species, backdrop: 'moss' }
  return (await server.call<{ id: PetId }>(owner, 'POST', '/api/pets', pet)).body.id
}

async function createPost(by: TestUser, more: Parameters<typeof aPost>[2] = {}) {
  server.clock.advance(1)
  return aPost(server, by, more)
}

describe('GET /api/species/:species/posts', () => {
  it('lists each post with a pet of the species once, newest first, in pages', async () => {
    const [author, other] = [await aUser(server), await aUser(server)]
    const [rex, bo, tom] = [await aPetOf(author, 'dog'), await aPetOf(author, 'dog'), await aPetOf(other, 'cat')]
    const both = await createPost(author, { pets: [rex, bo] })
    const cat = await createPost(other, { pets: [tom] })
    await createPost(author)
    const later = await createPost(author, { pets: [bo] })
    const last = await createPost(author, { pets: [rex] })
    expect(await idsOf('dog')).toEqual([last.id, later.id, both.id])
    expect(await idsOf('cat', author)).toEqual([cat.id])
    expect(await list(null, 'horse')).toEqual({ posts: [], cursor: null })
    const first = await list(null, 'dog', '?limit=2')
    expect(first.posts.map(({ id }) => id)).toEqual([last.id, later.id])
    const second = await list(null, 'dog', `?limit=2&cursor=${first.cursor}`)
    expect([second.posts.map(({ id }) => id), second.cursor]).toEqual([[both.id], null])
  })

  it('lists only posts that are still public and still tag a living pet', async () => {
    const [author, closed, gone] = [await aUser(server), await aUser(server), await aUser(server)]
    const [pet, second, third] = [
      await aPetOf(author, 'bird'),
      await aPetOf(closed, 'bird'),
      await aPetOf(gone, 'bird'),
    ]
    const post = (more: object = {}) => createPost(author, { pets: [pet], ...more })
    await post({ audience: 'followers' })
    await post({ photoStates: ['processing'] })
    const [narrowed, archived, removed, untagged] = [await post(), await post(), await post(), await post()]
    const inClosed = await createPost(closed, { pets: [second] })
    const byGone = await createPost(gone, { pets: [third] })
    const visible = await post()
    expect(await idsOf('bird')).toEqual(
      [visible, byGone, inClosed, untagged, removed, archived, narrowed].map(({ id }) => id),
    )
    await server.call(author, 'PATCH', `/api/posts/${narrowed.id}`, { audience: 'followers' })
    await server.call(author, 'PUT', `/api/posts/${archived.id}/archive`)
    await server.call(author, 'DELETE', `/api/posts/${removed.id}`)
    await server.call(author, 'PATCH', `/api/posts/${untagged.id}`, { pets: [] })
    await server.call(closed, 'PUT', '/api/profile/privacy', { isPrivate: true })
    await markDeleted(server, gone)
    for (const viewer of [null, author]) expect(await idsOf('bird', viewer)).toEqual([visible.id])
    await server.call(author, 'PUT', `/api/pets/${pet}/memorial`, { diedOn: '2026-01-01' })
    expect(await idsOf('bird')).toEqual([])
  })

  it('omits posts of blocking and blocked users, and of species that the viewer’s filter excludes', async () => {
    const [reader, blocked, blocker, other] = [
      await aUser(server),
      await aUser(server),
      await aUser(server),
      await aUser(server),
    ]
    const posts: Post[] = []
    for (const by of [blocked, blocker, other]) posts.push(await createPost(by, { pets: [await aPetOf(by, 'rabbit')] }))
    await givenBlock(server, reader, blocked)
    await givenBlock(server, blocker, reader)
    expect(await idsOf('rabbit', reader)).toEqual([posts[2]?.id])
    expect(await idsOf('rabbit')).toHaveLength(3)
    await server.call(reader, 'PUT', '/api/species-filter', { species: ['rabbit'], words: [] })
    expect(await idsOf('rabbit', reader)).toEqual([])
  })

  it('lists posts under the new species when the species of a pet changes', async () => {
    const author = await aUser(server)
    const pet = await aPetOf(author, 'fish')
    const post = await createPost(author, { pets: [pet] })
    await server.call(author, 'PATCH', `/api/pets/${pet}`, { species: 'reptile' })
    expect([await idsOf('fish'), await idsOf('reptile')]).toEqual([[], [post.id]])
  })

  it('lists a post under the new species when its pet is tagged while the species changes', async () => {
    const author = await aUser(server)
    const pets = await Promise.all(Array.from({ length: 4 }, () => aPetOf(author, 'other')))
    const posts = await Promise.all(pets.map(() => createPost(author)))
    await Promise.all(
      pets.flatMap((pet, n) => [
        server.call(author, 'PATCH', `/api/pets/${pet}`, { species: 'horse' }),
        server.call(author, 'PATCH', `/api/posts/${posts[n]?.id}`, { pets: [pet] }),
      ]),
    )
    expect(
      await server.deps.database.rows(sql`
        select pp.species as kept, p.species from post_pets pp join pets p on p.id = pp.pet_id
        where pp.species <> p.species or pp.post_id = ${posts[0]?.id}`),
    ).toEqual([{ kept: 'horse', species: 'horse' }])
  })

  it('returns 400 for an unknown species or a cursor of another list', async () => {
    expect((await server.call(null, 'GET', '/api/species/dragon/posts')).status).toBe(400)
    expect((await server.call(null, 'GET', '/api/species/dog/posts?cursor=1.2')).status).toBe(400)
  })
})
