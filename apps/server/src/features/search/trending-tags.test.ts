import { TrendingTags } from '@pawtrait/contract/search.ts'
import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { day } from '#testing/clock.ts'
import { aPet, aPost, aUser, givenBlock, markDeleted, type TestUser } from '#testing/given.ts'
import { serverForFile } from '#testing/server.ts'

const server = serverForFile()

const trending = async (viewer: TestUser | null = null) => {
  const { status, body } = await server.call<TrendingTags>(viewer, 'GET', '/api/explore/tags')
  expect(status).toBe(200)
  return v.parse(v.strictObject(TrendingTags.entries), body).tags
}
/** How many people are said to use a tag. */
const peopleWith = async (tag: string, viewer: TestUser | null = null) =>
  (await trending(viewer)).find((entry) => entry.tag === tag)?.people ?? 0
const posted = (by: TestUser, caption: string, more: object = {}) => aPost(server, by, { caption, ...more })

/** Whatever was posted before trends no more. */
const aNewWeek = () => server.clock.advance(8 * day)

describe('trending tags', () => {
  it('are those that most people used, each counted once, alike ones by name, at most ten', async () => {
    aNewWeek()
    const [ann, ben, cleo] = [await aUser(server), await aUser(server), await aUser(server)]
    for (let n = 0; n < 4; n++) await posted(ann, '#often #zebra')
    for (const by of [ann, ben]) await posted(by, '#garden')
    for (const by of [ann, ben, cleo]) await posted(by, '#mud #Mud')
    expect(await trending()).toEqual([
      { tag: 'mud', people: 3 },
      { tag: 'garden', people: 2 },
      { tag: 'often', people: 1 },
      { tag: 'zebra', people: 1 },
    ])
    await posted(ben, Array.from({ length: 12 }, (_, n) => `#many${n}`).join(' '))
    expect(await trending(cleo)).toHaveLength(10)
  })

  it('are forgotten after seven days', async () => {
    aNewWeek()
    await posted(await aUser(server), '#lastweek')
    server.clock.advance(6 * day)
    expect(await peopleWith('lastweek')).toBe(1)
    server.clock.advance(2 * day)
    expect(await trending()).toEqual([])
  })

  it('are of posts that anybody may see, as they are now', async () => {
    aNewWeek()
    const [author, closed, gone] = [await aUser(server), await aUser(server), await aUser(server)]
    await posted(author, '#hidden', { audience: 'followers' })
    await posted(author, '#hidden', { photoStates: ['processing'] })
    const narrowed = await posted(author, '#narrowed')
    const archived = await posted(author, '#archived')
    const removed = await posted(author, '#removed')
    const edited = await posted(author, '#edited')
    await posted(closed, '#closed')
    await posted(gone, '#gone')
    expect((await trending()).map(({ tag }) => tag)).toEqual([
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
    await server.call(closed, 'PUT', '/api/profile/privacy', { isPrivate: true })
    await markDeleted(server, gone)
    // Its author sees no more of them than others do: that is what trends.
    for (const viewer of [null, author]) expect(await trending(viewer)).toEqual([{ tag: 'other', people: 1 }])
  })

  it('leave out for the viewer whom they block or who blocks them, and the animals they hide', async () => {
    aNewWeek()
    const [reader, blocked, blocker, other] = [
      await aUser(server),
      await aUser(server),
      await aUser(server),
      await aUser(server),
    ]
    for (const by of [blocked, blocker, other]) await posted(by, '#walk')
    const snake = await aPet(server, [other], 'Kaa')
    await server.deps.database.rows(sql`update pets set species = 'reptile' where id = ${snake}`)
    await posted(other, '#scales', { pets: [snake] })
    await givenBlock(server, reader, blocked)
    await givenBlock(server, blocker, reader)
    await server.call(reader, 'PUT', '/api/species-filter', { species: ['reptile'], words: [] })
    expect(await trending(reader)).toEqual([{ tag: 'walk', people: 1 }])
    expect(await trending()).toEqual([
      { tag: 'walk', people: 3 },
      { tag: 'scales', people: 1 },
    ])
  })

  it('are not of posts that remember a pet that died', async () => {
    aNewWeek()
    const author = await aUser(server)
    const pet = await aPet(server, [author])
    await posted(author, '#rainbow', { pets: [pet] })
    expect(await peopleWith('rainbow')).toBe(1)
    await server.call(author, 'PUT', `/api/pets/${pet}/memorial`, { diedOn: '2026-01-01' })
    expect(await peopleWith('rainbow')).toBe(0)
  })
})
