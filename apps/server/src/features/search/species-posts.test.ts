import type { PetId } from '@pawtrait/contract/ids.ts'
import { type Post, PostPage } from '@pawtrait/contract/posts.ts'
import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { aPost, aUser, givenBlock, markDeleted, type TestUser } from '#testing/given.ts'
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

async function posted(by: TestUser, more: Parameters<typeof aPost>[2] = {}) {
  server.clock.advance(1)
  return aPost(server, by, more)
}

describe('the posts of a species', () => {
  it('are the newest that show one, each once, page by page, and to visitors too', async () => {
    const [author, other] = [await aUser(server), await aUser(server)]
    const [rex, bo, tom] = [await aPetOf(author, 'dog'), await aPetOf(author, 'dog'), await aPetOf(other, 'cat')]
    const both = await posted(author, { pets: [rex, bo] })
    const cat = await posted(other, { pets: [tom] })
    await posted(author)
    const later = await posted(author, { pets: [bo] })
    const last = await posted(author, { pets: [rex] })
    expect(await idsOf('dog')).toEqual([last.id, later.id, both.id])
    expect(await idsOf('cat', author)).toEqual([cat.id])
    expect(await list(null, 'horse')).toEqual({ posts: [], cursor: null })
    const first = await list(null, 'dog', '?limit=2')
    expect(first.posts.map(({ id }) => id)).toEqual([last.id, later.id])
    const second = await list(null, 'dog', `?limit=2&cursor=${first.cursor}`)
    expect([second.posts.map(({ id }) => id), second.cursor]).toEqual([[both.id], null])
  })

  it('are those that anybody may see, as they are now', async () => {
    const [author, closed, gone] = [await aUser(server), await aUser(server), await aUser(server)]
    const [pet, second, third] = [
      await aPetOf(author, 'bird'),
      await aPetOf(closed, 'bird'),
      await aPetOf(gone, 'bird'),
    ]
    const post = (more: object = {}) => posted(author, { pets: [pet], ...more })
    await post({ audience: 'followers' })
    await post({ photoStates: ['processing'] })
    const [narrowed, archived, removed, untagged] = [await post(), await post(), await post(), await post()]
    const inClosed = await posted(closed, { pets: [second] })
    const byGone = await posted(gone, { pets: [third] })
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

  it('leave out whom the viewer blocks, who blocks them, and a species they hide', async () => {
    const [reader, blocked, blocker, other] = [
      await aUser(server),
      await aUser(server),
      await aUser(server),
      await aUser(server),
    ]
    const posts: Post[] = []
    for (const by of [blocked, blocker, other]) posts.push(await posted(by, { pets: [await aPetOf(by, 'rabbit')] }))
    await givenBlock(server, reader, blocked)
    await givenBlock(server, blocker, reader)
    expect(await idsOf('rabbit', reader)).toEqual([posts[2]?.id])
    expect(await idsOf('rabbit')).toHaveLength(3)
    await server.call(reader, 'PUT', '/api/species-filter', { species: ['rabbit'], words: [] })
    expect(await idsOf('rabbit', reader)).toEqual([])
  })

  it('follow a pet whose species is put right', async () => {
    const author = await aUser(server)
    const pet = await aPetOf(author, 'fish')
    const post = await posted(author, { pets: [pet] })
    await server.call(author, 'PATCH', `/api/pets/${pet}`, { species: 'reptile' })
    expect([await idsOf('fish'), await idsOf('reptile')]).toEqual([[], [post.id]])
  })

  it('know the species of every post, also of one that is tagged while that is put right', async () => {
    const author = await aUser(server)
    const pets = await Promise.all(Array.from({ length: 4 }, () => aPetOf(author, 'other')))
    const posts = await Promise.all(pets.map(() => posted(author)))
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

  it('ask which species, and take no cursor of another list', async () => {
    expect((await server.call(null, 'GET', '/api/species/dragon/posts')).status).toBe(400)
    expect((await server.call(null, 'GET', '/api/species/dog/posts?cursor=1.2')).status).toBe(400)
  })
})
