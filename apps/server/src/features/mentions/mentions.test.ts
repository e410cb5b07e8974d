import type { MentionSuggestion } from '@pawtrait/contract/mention-suggestions.ts'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { aPet, aPost, aUser, givenFollow, givenPetFollow, markDeleted, type TestUser } from '#testing/fixtures.ts'
import { serverForFile } from '#testing/server.ts'

const server = serverForFile()
const requestSuggestions = (viewer: TestUser | null, q: string, post = '') =>
  server.call<{ hits: MentionSuggestion[] }>(
    viewer,
    'GET',
    `/api/mentions?q=${encodeURIComponent(q)}${post && `&post=${post}`}`,
  )
const suggestNames = async (viewer: TestUser, q: string, post = '') =>
  (await requestSuggestions(viewer, q, post)).body.hits.map(({ name }) => name)

describe('GET /api/mentions', () => {
  it('returns the post’s author and commenters first, then followed users, followers, and all others', async () => {
    const createUser = (username: string, fullname?: string) =>
      aUser(server, { username, ...(fullname && { fullname }) })
    const [me, author, guest] = [
      await createUser('zz.me'),
      await createUser('bri.author'),
      await createUser('bri.guest'),
    ]
    const [followed, follower] = [await createUser('x.followed', 'Ann Brídget'), await createUser('bri.follower')]
    const stranger = await createUser('bri.aa.stranger')
    await givenFollow(server, me, followed)
    await givenFollow(server, follower, me)
    const post = await aPost(server, author)
    await server.call(guest, 'POST', `/api/posts/${post.id}/comments`, { text: 'hello' })
    expect(await suggestNames(me, '@bri', post.id)).toEqual([
      'bri.author',
      'bri.guest',
      'x.followed',
      'bri.follower',
      'bri.aa.stranger',
    ])
    expect((await suggestNames(me, '@BRI')).slice(0, 2)).toEqual(['x.followed', 'bri.follower'])
    // A search for a single letter finds only participants, followed users and followers.
    expect(await suggestNames(me, '@b')).not.toContain('bri.aa.stranger')
    expect(await suggestNames(me, '@bridget')).toEqual(['x.followed'])
    expect(await suggestNames(me, '@ri')).toEqual([])
    expect(await suggestNames(me, '@', post.id)).toContain('bri.guest')
    await markDeleted(server, guest)
    await server.deps.database.rows(sql`
      insert into blocks (blocker_id, blocked_id, created_at) values (${stranger.id}, ${me.id}, now()),
        (${me.id}, ${author.id}, now())`)
    expect(await suggestNames(me, '@bri', post.id)).toEqual(['x.followed', 'bri.follower'])
  })

  it('finds a private account by full name only for its followers, and by username for everyone', async () => {
    const [fan, other] = [await aUser(server), await aUser(server)]
    const privateUser = await aUser(server, { username: 'quiet.ibis', fullname: 'Wambui Siri' })
    await givenFollow(server, fan, privateUser)
    await server.call(privateUser, 'PUT', '/api/profile/privacy', { isPrivate: true })
    expect(await suggestNames(other, '@wambui')).toEqual([])
    expect(await suggestNames(other, '@quiet')).toEqual(['quiet.ibis'])
    expect(await suggestNames(fan, '@wambui')).toEqual(['quiet.ibis'])
  })

  it('omits a commenter blocked by the author of the post', async () => {
    const [me, author] = [await aUser(server), await aUser(server)]
    const guest = await aUser(server, { username: 'quiet.guest' })
    const post = await aPost(server, author)
    await server.call(guest, 'POST', `/api/posts/${post.id}/comments`, { text: 'hello' })
    expect(await suggestNames(me, '@q', post.id)).toEqual(['quiet.guest'])
    await server.call(author, 'PUT', `/api/users/${guest.id}/block`)
    expect(await suggestNames(me, '@q', post.id)).toEqual([])
  })

  it('returns pets tagged in the post, the viewer’s pets and followed pets, with species and backdrop', async () => {
    const [me, author, other] = [await aUser(server), await aUser(server), await aUser(server)]
    const [ownPet, taggedPet] = [await aPet(server, [me], 'Biscuit'), await aPet(server, [author], 'Bilal')]
    await givenPetFollow(server, me, await aPet(server, [other], 'Bingo'))
    await aPet(server, [other], 'Bistro')
    const post = await aPost(server, author, { pets: [taggedPet] })
    expect(await suggestNames(me, '@bi', post.id)).toEqual(['Bilal', 'Biscuit', 'Bingo'])
    const [pet] = (await requestSuggestions(me, '@bisc')).body.hits
    expect(pet).toMatchObject({ id: ownPet, type: 'pet', name: 'Biscuit', species: 'dog', backdrop: 'moss' })
  })

  it('returns eight users for `only=users`, instead of five users and three pets', async () => {
    const me = await aUser(server)
    for (const name of ['Ziggy', 'Zippo', 'Zizi']) await aPet(server, [me], name)
    for (let i = 0; i < 8; i++) await aUser(server, { username: `zi.friend${i}` })
    const suggestTypes = async (more: string) =>
      (await server.call<{ hits: MentionSuggestion[] }>(me, 'GET', `/api/mentions?q=@zi${more}`)).body.hits.map(
        (hit) => hit.type,
      )
    const users = Array.from({ length: 8 }, () => 'user')
    expect(await suggestTypes('')).toEqual([...users.slice(3), 'pet', 'pet', 'pet'])
    expect(await suggestTypes('&only=users')).toEqual(users)
  })

  it('sorts tags by number of posts, and does not count posts that the viewer cannot see', async () => {
    const [me, author] = [await aUser(server), await aUser(server)]
    await aPost(server, author, { caption: '#corgis and #Corgisofnairobi' })
    await aPost(server, author, { caption: '#corgisofnairobi' })
    await aPost(server, author, { caption: '#corgisecret', audience: 'followers' })
    const { hits } = (await requestSuggestions(me, '#Corgi')).body
    expect(hits.map(({ name, postCount }) => [name, postCount])).toEqual([
      ['corgisofnairobi', 2],
      ['corgis', 1],
    ])
    expect(await suggestNames(me, '#')).toEqual([])
    expect(await suggestNames(me, '#%')).toEqual([])
  })

  it('returns 401 to visitors, 400 for a term without @ or #, and 429 above 120 a minute', async () => {
    const me = await aUser(server)
    expect((await requestSuggestions(null, '@a')).status).toBe(401)
    expect((await requestSuggestions(me, 'a')).status).toBe(400)
    expect((await requestSuggestions(me, '@a', 'x')).status).toBe(400)
    expect((await requestSuggestions(me, '@%_\\')).status).toBe(200)
    const statuses: number[] = []
    // Sends 30 requests at a time, because the server refuses 121 simultaneous requests as overload.
    for (let wave = 0; wave < 4; wave++)
      statuses.push(
        ...(await Promise.all(Array.from({ length: 30 }, async () => (await requestSuggestions(me, '@a')).status))),
      )
    expect([
      statuses.filter((status) => status === 200).length,
      statuses.filter((status) => status === 429).length,
    ]).toEqual([119, 1])
  })
})
