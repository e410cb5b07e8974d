import { TrendingTags } from '@pawtrait/contract/search.ts'
import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { day } from '#testing/clock.ts'
import { aPet, aPost, aUser, givenBlock, markDeleted, type TestUser } from '#testing/fixtures.ts'
import { serverForFile } from '#testing/server.ts'

const server = serverForFile()

const readTrendingTags = async (viewer: TestUser | null = null) => {
  const { status, body } = await server.call<TrendingTags>(viewer, 'GET', '/api/explore/tags')
  expect(status).toBe(200)
  return v.parse(v.strictObject(TrendingTags.entries), body).tags
}
/** Returns the number of users in the response for a tag; 0 if the tag is absent. */
const countPeople = async (tag: string, viewer: TestUser | null = null) =>
  (await readTrendingTags(viewer)).find((entry) => entry.tag === tag)?.people ?? 0
const createPost = (by: TestUser, caption: string, more: object = {}) => aPost(server, by, { caption, ...more })

/** Advances the clock by eight days, so that trending tags exclude all earlier posts. */
const startNewWeek = () => server.clock.advance(8 * day)

describe('GET /api/explore/tags', () => {
  it('lists at most ten tags, sorted by number of users, then by name', async () => {
    startNewWeek()
    const [ann, ben, cleo] = [await aUser(server), await aUser(server), await aUser(server)]
    for (let n = 0; n < 4; n++) await createPost(ann, '#often #zebra')
    for (const by of [ann, ben]) await createPost(by, '#garden')
    for (const by of [ann, ben, cleo]) await createPost(by, '#mud #Mud')
    expect(await readTrendingTags()).toEqual([
      { tag: 'mud', people: 3 },
      { tag: 'garden', people: 2 },
      { tag: 'often', people: 1 },
      { tag: 'zebra', people: 1 },
    ])
    await createPost(ben, Array.from({ length: 12 }, (_, n) => `#many${n}`).join(' '))
    expect(await readTrendingTags(cleo)).toHaveLength(10)
  })

  it('omits a tag seven days after its last use', async () => {
    startNewWeek()
    await createPost(await aUser(server), '#lastweek')
    server.clock.advance(6 * day)
    expect(await countPeople('lastweek')).toBe(1)
    server.clock.advance(2 * day)
    expect(await readTrendingTags()).toEqual([])
  })

  it('counts only posts that are still public, with their current caption', async () => {
    startNewWeek()
    const [author, privateAuthor, deletedAuthor] = [await aUser(server), await aUser(server), await aUser(server)]
    await createPost(author, '#hidden', { audience: 'followers' })
    await createPost(author, '#hidden', { photoStates: ['processing'] })
    const narrowed = await createPost(author, '#narrowed')
    const archived = await createPost(author, '#archived')
    const removed = await createPost(author, '#removed')
    const edited = await createPost(author, '#edited')
    await createPost(privateAuthor, '#closed')
    await createPost(deletedAuthor, '#gone')
    expect((await readTrendingTags()).map(({ tag }) => tag)).toEqual([
      'archived',
      'closed',
      'edited',
      'gone',
      'narrowed',
      'removed',
    ])
    await server.call(author, 'PATCH', `/api/posts/${narrowed.id}`, { audience: 'followers' })
    await server.call(author, 'PUT', `/api/posts/${archived.id}/archive`)
    await server.call(author, 'DELETE', `/api/posts/${removed.id}`)
    await server.call(author, 'PATCH', `/api/posts/${edited.id}`, { caption: '#other' })
    await server.call(privateAuthor, 'PUT', '/api/profile/privacy', { isPrivate: true })
    await markDeleted(server, deletedAuthor)
    for (const viewer of [null, author]) expect(await readTrendingTags(viewer)).toEqual([{ tag: 'other', people: 1 }])
  })

  it('ignores posts of blocking and blocked users, and of species that the viewer’s filter excludes', async () => {
    startNewWeek()
    const [reader, blocked, blocker, other] = [
      await aUser(server),
      await aUser(server),
      await aUser(server),
      await aUser(server),
    ]
    for (const by of [blocked, blocker, other]) await createPost(by, '#walk')
    const snake = await aPet(server, [other], 'Kaa')
    await server.deps.database.rows(sql`update pets set species = 'reptile' where id = ${snake}`)
    await createPost(other, '#scales', { pets: [snake] })
    await givenBlock(server, reader, blocked)
    await givenBlock(server, blocker, reader)
    await server.call(reader, 'PUT', '/api/species-filter', { species: ['reptile'], words: [] })
    expect(await readTrendingTags(reader)).toEqual([{ tag: 'walk', people: 1 }])
    expect(await readTrendingTags()).toEqual([
      { tag: 'walk', people: 3 },
      { tag: 'scales', people: 1 },
    ])
  })

  it('ignores posts that tag a pet that died', async () => {
    startNewWeek()
    const author = await aUser(server)
    const pet = await aPet(server, [author])
    await createPost(author, '#rainbow', { pets: [pet] })
    expect(await countPeople('rainbow')).toBe(1)
    await server.call(author, 'PUT', `/api/pets/${pet}/memorial`, { diedOn: '2026-01-01' })
    expect(await countPeople('rainbow')).toBe(0)
  })
})
