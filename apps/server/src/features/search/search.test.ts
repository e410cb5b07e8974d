import { ProblemBody } from '@pawtrait/contract/errors.ts'
import { type SearchHit, SearchPage, searchHitTypes } from '@pawtrait/contract/search.ts'
import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { beforeEach, describe, expect, it } from 'vitest'
import { MAX_ID } from '#platform/database/cursor.ts'
import { minute } from '#testing/clock.ts'
import { aPet, aPost, aUser, givenFollow, markDeleted, type TestUser } from '#testing/fixtures.ts'
import { type Caller, serverForFile } from '#testing/server.ts'

const server = serverForFile()
// Keeps each test below the rate limit per minute, except the test of the rate limit.
beforeEach(() => server.clock.advance(minute))

const request = (viewer: Caller, q: string, more = '') =>
  server.call(viewer, 'GET', `/api/search?q=${encodeURIComponent(q)}${more}`)
async function search(viewer: Caller, q: string, more = ''): Promise<SearchPage> {
  const reply = await request(viewer, q, more)
  expect(reply.text).toContain('"hits"')
  return v.parse(v.strictObject(SearchPage.entries), reply.body)
}
const getNames = (page: SearchPage) => page.hits.map(({ name }) => name)
const parseProblemCode = (reply: { body: unknown }) => v.parse(ProblemBody, reply.body).code

/** Returns all hits of one type, read in at most 20 pages. */
async function readAll(q: string, type: string, limit: number): Promise<SearchHit[]> {
  const hits: SearchHit[] = []
  for (let cursor: string | null = '', pages = 0; cursor !== null && pages < 20; pages++) {
    const page: SearchPage = await search(null, q, `&type=${type}&limit=${limit}${cursor && `&cursor=${cursor}`}`)
    expect(page.hits.length).toBeLessThanOrEqual(limit)
    hits.push(...page.hits)
    cursor = page.cursor
  }
  return hits
}

const setFollowers = (user: TestUser, count: number) =>
  server.deps.database.rows(sql`update users set follower_count = ${count}::int where id = ${user.id}`)

describe('GET /api/search', () => {
  it('finds a private account by its username, and by its full name only for followers', async () => {
    const privateUser = await aUser(server, { fullname: 'Wanjiku Mbuvichana', username: 'grey_heron' })
    const [fan, other] = [await aUser(server), await aUser(server)]
    await givenFollow(server, fan, privateUser)
    expect(getNames(await search(other, 'mbuvichana'))).toEqual(['Wanjiku Mbuvichana'])
    await server.call(privateUser, 'PUT', '/api/profile/privacy', { isPrivate: true })
    for (const viewer of [null, other]) {
      expect(getNames(await search(viewer, 'mbuvichana'))).toEqual([])
      expect(getNames(await search(viewer, 'vichana', '&type=user'))).toEqual([])
      expect(getNames(await search(viewer, 'y_her'))).toEqual(['Wanjiku Mbuvichana'])
    }
    for (const viewer of [fan, privateUser])
      expect(getNames(await search(viewer, 'mbuvichana'))).toEqual(['Wanjiku Mbuvichana'])
  })

  it('finds hits of each type by a part of the name, and returns all fields of each hit', async () => {
    const user = await aUser(server, { fullname: 'Ada Quokkason', username: 'ada_q' })
    const pet = await aPet(server, [user], 'Quokkabelle')
    const post = await aPost(server, user, { caption: 'A day with a quokka #quokkas', place: 'Quokka Bay' })
    const { hits } = await search(null, 'QUOKKA')
    const emptyFields = {
      image: null,
      photo: null,
      species: null,
      backdrop: null,
      followedByMe: null,
      requestedByMe: false,
      postCount: null,
    }
    expect(hits.map(({ type }) => type)).toEqual(searchHitTypes)
    expect(hits[0]).toEqual({
      ...emptyFields,
      type: 'user',
      id: user.id,
      name: 'Ada Quokkason',
      detail: 'ada_q',
      href: '/@ada_q',
      followedByMe: false,
    })
    expect(hits[1]).toMatchObject({
      id: pet,
      name: 'Quokkabelle',
      species: 'dog',
      backdrop: 'moss',
      photo: null,
    })
    expect(hits[1]?.href).toMatch(/^\/pets\/quokkabelle-/)
    expect(hits[2]).toMatchObject({
      id: post.id,
      name: post.caption,
      detail: 'ada_q',
      href: `/posts/${post.id}`,
    })
    expect(hits[2]?.photo?.id).toBe(post.photos[0]?.id)
    expect(hits[3]).toEqual({
      ...emptyFields,
      type: 'tag',
      id: 'quokkas',
      name: 'quokkas',
      detail: '',
      href: '/tags/quokkas',
      postCount: 1,
    })
    expect(hits[4]).toMatchObject({ id: 'Quokka Bay', name: 'Quokka Bay', postCount: 1 })
    const byPlace = await search(null, 'Quokka Bay', '&type=post')
    expect(byPlace.hits.map(({ id }) => id)).toEqual([post.id])
    expect(hits[4]?.href).toBe('/dashboard/search?q=Quokka+Bay&type=post')
  })

  it('ignores case and accents in terms and names', async () => {
    await aUser(server, { fullname: 'Zoë Ångström-Łuczak' })
    for (const q of ['zoe', 'ZOË', 'angstrom', 'Ångström', 'luczak', 'm-łu'])
      expect(getNames(await search(null, q))).toEqual(['Zoë Ångström-Łuczak'])
  })

  it('finds Cyrillic and Chinese names', async () => {
    const user = await aUser(server, { fullname: 'Анна Каренина' })
    await aPet(server, [user], '小猫咪')
    expect(getNames(await search(null, 'карен'))).toEqual(['Анна Каренина'])
    expect(getNames(await search(null, 'КА'))).toEqual(['Анна Каренина'])
    expect(getNames(await search(null, '小猫'))).toEqual(['小猫咪'])
  })

  it('lists exact matches, then prefixes, then other matches, each group by number of followers', async () => {
    const users: [string, number][] = [
      ['Old Marmot', 900],
      ['Marmotte', 5],
      ['Marmot', 0],
      ['Marmottana', 50],
      ['A marmot', 2],
    ]
    for (const [fullname, followers] of users) await setFollowers(await aUser(server, { fullname }), followers)
    const order = ['Marmot', 'Marmottana', 'Marmotte', 'Old Marmot', 'A marmot']
    expect(getNames(await search(null, 'marmot'))).toEqual(order)
    for (const limit of [1, 2, 3])
      expect((await readAll('marmot', 'user', limit)).map(({ name }) => name)).toEqual(order)
  })

  it('returns posts, tags, places and pets of the same name in pages without gaps or repeats', async () => {
    const user = await aUser(server)
    for (let n = 0; n < 5; n++) {
      server.clock.advance(1)
      await aPost(server, user, { caption: `wombat ${n} #wombat${n}`, place: `Wombat Hill ${n}` })
      await aPet(server, [user], 'Wombat')
    }
    const posts = (await readAll('wombat', 'post', 2)).map(({ name }) => name)
    expect(posts).toEqual([4, 3, 2, 1, 0].map((n) => `wombat ${n} #wombat${n}`))
    for (const type of ['tag', 'place', 'pet'])
      expect(new Set((await readAll('wombat', type, 2)).map(({ id }) => id)).size).toBe(5)
  })

  it('returns only users for a term with @ and only tags for a term with #, unless `type` is set', async () => {
    const user = await aUser(server, { fullname: 'Ida Numbat', username: 'numbat.ida' })
    await aPost(server, user, { caption: 'with #numbat', place: 'Numbat' })
    expect((await search(null, '@numbat.')).hits.map(({ type }) => type)).toEqual(['user'])
    expect((await search(null, '#Numbat')).hits.map(({ type }) => type)).toEqual(['tag'])
    expect((await search(null, '#numbat', '&type=place')).hits.map(({ type }) => type)).toEqual(['place'])
  })

  it('sets `followedByMe` to true or false for other users, and to null for the viewer', async () => {
    const [ann, ben] = [
      await aUser(server, { fullname: 'Ann Potoroo' }),
      await aUser(server, { fullname: 'Ben Potoroo' }),
    ]
    await server.call(ann, 'PUT', `/api/users/${ben.id}/follow`)
    const state = Object.fromEntries(
      (await search(ann, 'potoroo')).hits.map(({ name, followedByMe }) => [name, followedByMe]),
    )
    expect(state).toEqual({ 'Ann Potoroo': null, 'Ben Potoroo': true })
  })

  it('sets `followedByMe` to null for pets that the viewer cares for', async () => {
    const [ann, ben] = [await aUser(server), await aUser(server)]
    await aPet(server, [ann], 'Bettong One')
    await aPet(server, [ben], 'Bettong Two')
    const findFollowStates = async (viewer: typeof ann | null) =>
      Object.fromEntries((await search(viewer, 'bettong')).hits.map(({ name, followedByMe }) => [name, followedByMe]))
    expect(await findFollowStates(ann)).toEqual({ 'Bettong One': null, 'Bettong Two': false })
    expect(await findFollowStates(null)).toEqual({ 'Bettong One': false, 'Bettong Two': false })
  })

  it('counts the posts of all spellings of a place together, except posts that the viewer may not see', async () => {
    const [author, follower] = [await aUser(server), await aUser(server)]
    await server.call(follower, 'PUT', `/api/users/${author.id}/follow`)
    await aPost(server, author, { place: 'karura bilby' })
    await aPost(server, author, { place: 'Karura Bilby', audience: 'followers', caption: '#bilbysecret' })
    expect((await search(null, 'bilby')).hits.map(({ name, postCount }) => [name, postCount])).toEqual([
      ['karura bilby', null],
      ['karura bilby', 1],
    ])
    const followerPage = await search(follower, 'bilby', '&type=place')
    expect(followerPage.hits.map(({ name, postCount }) => [name, postCount])).toEqual([['Karura Bilby', 2]])
    expect(getNames(await search(null, 'bilbysecret'))).toEqual([])
    expect((await search(follower, 'bilbysecret')).hits.map(({ type }) => type)).toEqual(['post', 'tag'])
  })

  it('does not search e-mail addresses, deleted users, or their pets, posts, tags and places', async () => {
    const deletedUser = await aUser(server, { fullname: 'Gone Kowari', username: 'kowari' })
    await aPet(server, [deletedUser], 'Kowari')
    await aPost(server, deletedUser, { caption: 'kowari #kowari', place: 'Kowari' })
    expect((await search(null, 'kowari')).hits.map(({ type }) => type)).toEqual(searchHitTypes)
    expect(getNames(await search(null, 'kowari@example'))).toEqual([])
    expect(getNames(await search(null, 'example.test'))).toEqual([])
    await markDeleted(server, deletedUser)
    expect((await search(null, 'kowari')).hits).toEqual([])
  })

  it('returns a post only to its author while its photos are not ready', async () => {
    const author = await aUser(server)
    await aPost(server, author, { caption: 'quenda #quenda', photoStates: ['processing'] })
    expect((await search(null, 'quenda')).hits).toEqual([])
    expect((await search(author, 'quenda')).hits.map(({ type }) => type)).toEqual(['post', 'tag'])
  })
})

describe('search cursor of users and pets', () => {
  it('is encrypted because it contains a follower count, and is refused with 400 if forged', async () => {
    const [viewer, first, second] = [
      await aUser(server),
      await aUser(server, { fullname: 'Numbat One', username: 'num_one' }),
      await aUser(server, { fullname: 'Numbat Two', username: 'num_two' }),
    ]
    const pets = [await aPet(server, [first], 'Numbat Oak'), await aPet(server, [second], 'Numbat Elm')]
    const blocker = await aUser(server)
    await server.deps.database.rows(sql`
      insert into blocks (blocker_id, blocked_id, created_at) values (${blocker.id}, ${viewer.id}, now())`)
    for (const { id } of [first, second]) await server.call(blocker, 'PUT', `/api/users/${id}/follow`)
    for (const id of pets) await server.call(blocker, 'PUT', `/api/pets/${id}/follow`)
    for (const type of ['user', 'pet']) {
      const { hits, cursor } = await search(viewer, 'numbat', `&type=${type}&limit=1`)
      expect(cursor).toMatch(/^s\.[\w-]{80,}$/)
      const rest = await search(viewer, 'numbat', `&type=${type}&limit=1&cursor=${cursor}`)
      expect(new Set([...hits, ...rest.hits].map(({ id }) => id)).size).toBe(2)
      const forgedResponse = await request(viewer, 'numbat', `&type=${type}&limit=1&cursor=1.1.${hits[0]?.id}`)
      expect([forgedResponse.status, parseProblemCode(forgedResponse)]).toEqual([400, 'validation-failed'])
    }
    const firstPage = await search(viewer, 'numbat', '&limit=1')
    expect(firstPage.cursor).toMatch(/^user:s\.[\w-]+_pet:s\.[\w-]+$/)
    const nextPage = await search(viewer, 'numbat', `&limit=1&cursor=${firstPage.cursor}`)
    expect(nextPage.hits.map(({ type }) => type)).toEqual(['user', 'pet'])
  })
})

describe('GET /api/search (errors)', () => {
  it.each([
    ['a cursor without a type', 'abc', '&cursor=0'],
    ['a cursor of another list', 'abc', '&type=user&cursor=12'],
    ['a cursor out of range', 'abc', '&type=tag&cursor=999'],
    ['a cursor of all types with `type=post`', 'abc', `&type=post&cursor=post:${MAX_ID}`],
    ['a cursor with the same type twice', 'abc', `&cursor=post:${MAX_ID}_post:${MAX_ID}`],
    ['a cursor with a type that the term excludes', '#abc', `&cursor=post:${MAX_ID}`],
    ['a cursor with an unknown type', 'abc', `&cursor=zip:${MAX_ID}`],
    ['an unknown type', 'abc', '&type=zip'],
    ['a term of 101 letters', 'a'.repeat(101), ''],
    ['a limit of 0', 'abc', '&limit=0'],
  ])('returns 400 for %s', async (_, q, more) => {
    const response = await request(null, q, more)
    expect([response.status, parseProblemCode(response)]).toEqual([400, 'validation-failed'])
  })

  it('returns 429 to a user after 120 searches in a minute', async () => {
    const [busy, other] = [await aUser(server), await aUser(server)]
    const statuses: number[] = []
    for (let n = 0; n < 121; n++) statuses.push((await request(busy, 'zzz', '&type=tag')).status)
    expect(statuses.indexOf(429)).toBe(120)
    expect((await request(other, 'zzz')).status).toBe(200)
    server.clock.advance(minute)
    expect((await request(busy, 'zzz')).status).toBe(200)
  })
})
