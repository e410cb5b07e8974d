import type { PetId } from '@pawtrait/contract/ids.ts'
import { type Post, PostPage } from '@pawtrait/contract/posts.ts'
import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { aPost, aUser, givenBlock, markDeleted, type TestUser } from '#testing/fixtures.ts'
import { serverForFile } from '#testing/server.ts'

const server = serverForFile()

const readSpeciesPosts = async (viewer: TestUser | null, species: string, query = '') => {
  const { body } = await server.call<PostPage>(viewer, 'GET', `/api/species/${species}/posts${query}`)
  return v.parse(v.strictObject(PostPage.entries), body)
}
const readPostIds = async (species: string, viewer: TestUser | null = null) =>
  (await readSpeciesPosts(viewer, species, '?limit=50')).posts.map(({ id }) => id)

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
    const [firstDog, secondDog, tom] = [
      await aPetOf(author, 'dog'),
      await aPetOf(author, 'dog'),
      await aPetOf(other, 'cat'),
    ]
    const sharedPost = await createPost(author, { pets: [firstDog, secondDog] })
    const cat = await createPost(other, { pets: [tom] })
    await createPost(author)
    const later = await createPost(author, { pets: [secondDog] })
    const last = await createPost(author, { pets: [firstDog] })
    expect(await readPostIds('dog')).toEqual([last.id, later.id, sharedPost.id])
    expect(await readPostIds('cat', author)).toEqual([cat.id])
    expect(await readSpeciesPosts(null, 'horse')).toEqual({ posts: [], cursor: null })
    const first = await readSpeciesPosts(null, 'dog', '?limit=2')
    expect(first.posts.map(({ id }) => id)).toEqual([last.id, later.id])
    const second = await readSpeciesPosts(null, 'dog', `?limit=2&cursor=${first.cursor}`)
    expect([second.posts.map(({ id }) => id), second.cursor]).toEqual([[sharedPost.id], null])
  })

  it('lists only posts that are still public and still tag a living pet', async () => {
    const [author, privateAuthor, deletedAuthor] = [await aUser(server), await aUser(server), await aUser(server)]
    const [pet, second, third] = [
      await aPetOf(author, 'bird'),
      await aPetOf(privateAuthor, 'bird'),
      await aPetOf(deletedAuthor, 'bird'),
    ]
    const createBirdPost = (more: object = {}) => createPost(author, { pets: [pet], ...more })
    await createBirdPost({ audience: 'followers' })
    await createBirdPost({ photoStates: ['processing'] })
    const [narrowed, archived, removed, untagged] = [
      await createBirdPost(),
      await createBirdPost(),
      await createBirdPost(),
      await createBirdPost(),
    ]
    const postOfPrivateAuthor = await createPost(privateAuthor, { pets: [second] })
    const postOfDeletedAuthor = await createPost(deletedAuthor, { pets: [third] })
    const visible = await createBirdPost()
    expect(await readPostIds('bird')).toEqual(
      [visible, postOfDeletedAuthor, postOfPrivateAuthor, untagged, removed, archived, narrowed].map(({ id }) => id),
    )
    await server.call(author, 'PATCH', `/api/posts/${narrowed.id}`, { audience: 'followers' })
    await server.call(author, 'PUT', `/api/posts/${archived.id}/archive`)
    await server.call(author, 'DELETE', `/api/posts/${removed.id}`)
    await server.call(author, 'PATCH', `/api/posts/${untagged.id}`, { pets: [] })
    await server.call(privateAuthor, 'PUT', '/api/profile/privacy', { isPrivate: true })
    await markDeleted(server, deletedAuthor)
    for (const viewer of [null, author]) expect(await readPostIds('bird', viewer)).toEqual([visible.id])
    await server.call(author, 'PUT', `/api/pets/${pet}/memorial`, { diedOn: '2026-01-01' })
    expect(await readPostIds('bird')).toEqual([])
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
    expect(await readPostIds('rabbit', reader)).toEqual([posts[2]?.id])
    expect(await readPostIds('rabbit')).toHaveLength(3)
    await server.call(reader, 'PUT', '/api/species-filter', { species: ['rabbit'], words: [] })
    expect(await readPostIds('rabbit', reader)).toEqual([])
  })

  it('lists posts under the new species when the species of a pet changes', async () => {
    const author = await aUser(server)
    const pet = await aPetOf(author, 'fish')
    const post = await createPost(author, { pets: [pet] })
    await server.call(author, 'PATCH', `/api/pets/${pet}`, { species: 'reptile' })
    expect([await readPostIds('fish'), await readPostIds('reptile')]).toEqual([[], [post.id]])
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
