import { randomUUID } from 'node:crypto'
import type { PhotoId } from '@pawtrait/contract/ids.ts'
import { Post } from '@pawtrait/contract/posts.ts'
import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { hour } from '#testing/clock.ts'
import { aPet, aPhoto, aPost, aUser } from '#testing/fixtures.ts'
import { serverForFile } from '#testing/server.ts'

const server = serverForFile({ POSTS_PER_DAY: '3' })
const post = (viewer: Parameters<typeof server.call>[0], body: unknown, headers = {}) =>
  server.call<Post>(viewer, 'POST', '/api/posts', body, { headers })

const statuses = (replies: { status: number }[]) => replies.map(({ status }) => status).toSorted((a, b) => a - b)

describe('POST /api/posts', () => {
  it('returns 201 with the photos in the order sent, and caption, pets, place and audience', async () => {
    const author = await aUser(server)
    const [first, second] = [await aPhoto(server, author), await aPhoto(server, author)]
    const pet = await aPet(server, [author], 'Biscuit')
    const created = await post(author, {
      photos: [{ id: second, alt: ' Biscuit asleep ' }, { id: first }],
      caption: 'Sunday #Nap time',
      pets: [pet],
      place: 'Nairobi',
    })
    expect(created.status).toBe(201)
    v.parse(v.strictObject(Post.entries), created.body)
    expect(created.body).toMatchObject({
      author: { id: author.id, username: author.username, followedByMe: false },
      photos: [
        { id: second, alt: 'Biscuit asleep', state: 'ready', width: 1200 },
        { id: first, alt: '' },
      ],
      pets: [{ id: pet, name: 'Biscuit', portrait: null }],
      caption: 'Sunday #Nap time',
      place: 'Nairobi',
      audience: 'everyone',
      isReady: true,
      likeCount: 0,
      editedAt: null,
      postedAt: server.clock.now().toISOString(),
    })
    const asVisitor = await server.call(null, 'GET', `/api/posts/${created.body.id}`)
    expect(asVisitor.body).toEqual({ ...created.body, mayReply: false })
  })

  it('adds a post to the counts of its author and pets only once all its photos are ready', async () => {
    const author = await aUser(server)
    const pet = await aPet(server, [author])
    const counts = async () =>
      server.deps.database.row(sql`
        select u.post_count as user,
      (select coalesce(sum(n.posts), 0)::int from pet_post_counts n where n.pet_id = p.id) as pet
    from users u, pets p
        where u.id = ${author.id} and p.id = ${pet}`)
    const waiting = await aPost(server, author, { pets: [pet], photoStates: ['ready', 'processing'] })
    expect(waiting.isReady).toBe(false)
    expect(await counts()).toEqual({ user: 0, pet: 0 })
    await aPost(server, author, { pets: [pet] })
    expect(await counts()).toEqual({ user: 1, pet: 1 })
  })

  it('returns 400 and names the invalid field for no photos, 11 photos or texts above their limits', async () => {
    const author = await aUser(server)
    const id = await aPhoto(server, author)
    const eleven = Array.from({ length: 11 }, () => ({ id: randomUUID() }))
    const invalidBodies = [
      { photos: [] },
      { photos: eleven },
      { photos: [{ id: 'x' }] },
      { photos: [{ id }, { id }] },
      { photos: [{ id }], caption: 'a'.repeat(2201) },
      { photos: [{ id, alt: 'a'.repeat(1501) }] },
      { photos: [{ id }], audience: 'nobody' },
      { photos: 'x' },
      {},
      [],
      null,
    ]
    for (const body of invalidBodies) {
      const refused = await post(author, body)
      expect({ body, status: refused.status }).toEqual({ body, status: 400 })
      expect(refused.headers['content-type']).toMatch('application/problem+json')
    }
    expect((await post(author, { photos: [{ id }], caption: 'a'.repeat(2201) })).body).toMatchObject({
      code: 'validation-failed',
      errors: [{ field: 'caption' }],
    })
    expect((await post(author, { photos: [{ id }] })).status).toBe(201)
  })

  it('returns 401 to a visitor', async () => {
    expect(await post(null, {})).toMatchObject({ status: 401, body: { code: 'unauthenticated' } })
  })

  it('returns the same 404 for another user’s photo, a photo used in a post and an unknown photo', async () => {
    const [author, other] = [await aUser(server), await aUser(server)]
    const own = await aPhoto(server, author)
    const refused = []
    for (const id of [await aPhoto(server, other), await aPhoto(server, author, { attached: true }), randomUUID()]) {
      const { status, body } = await post(author, { photos: [{ id: own }, { id }] })
      expect(body).toMatchObject({ errors: [{ field: `photos.${id}`, code: 'unavailable' }] })
      refused.push({ status, ...body, requestId: '', errors: [] })
    }
    expect(refused[0]).toMatchObject({ status: 404, code: 'not-found' })
    expect(new Set(refused.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect((await post(author, { photos: [{ id: own }] })).status).toBe(201)
  })

  it('returns 422 for a photo that could not be read', async () => {
    const author = await aUser(server)
    const id = await aPhoto(server, author, { state: 'failed' })
    expect(await post(author, { photos: [{ id }] })).toMatchObject({ status: 422, body: { code: 'unreadable-photo' } })
  })

  it('returns 404 with `not-yours` for a tagged pet that the author does not care for', async () => {
    const [author, other] = [await aUser(server), await aUser(server)]
    const id = await aPhoto(server, author)
    const [own, foreign] = [await aPet(server, [author, other]), await aPet(server, [other])]
    expect(await post(author, { photos: [{ id }], pets: [own, foreign] })).toMatchObject({
      status: 404,
      body: { code: 'not-found', errors: [{ field: 'pets.1', code: 'not-yours' }] },
    })
    expect((await post(author, { photos: [{ id }], pets: [own, own] })).body.pets).toHaveLength(1)
  })

  it('repeats the first response for a repeated idempotency key, or returns 422 if the body differs', async () => {
    const author = await aUser(server)
    const photos = [{ id: await aPhoto(server, author) }]
    const headers = { 'idempotency-key': randomUUID() }
    const [first, second] = await Promise.all([post(author, { photos }, headers), post(author, { photos }, headers)])
    const third = await post(author, { photos }, headers)
    expect([first.status, second.status, third.status]).toEqual([201, 201, 201])
    expect(second.body).toEqual(first.body)
    expect(third.body).toEqual(first.body)
    expect(third.headers['content-type']).toBe(first.headers['content-type'])
    expect(third.headers['idempotent-replay']).toBe('true')
    const other = await post(author, { photos, caption: 'else' }, headers)
    expect(other).toMatchObject({ status: 422, body: { code: 'idempotency-key-reused' } })
  })

  it('creates one post for three parallel requests with the same photo, and returns 404 to two of them', async () => {
    const author = await aUser(server)
    const photos = [{ id: await aPhoto(server, author) }]
    const responses = await Promise.all([post(author, { photos }), post(author, { photos }), post(author, { photos })])
    expect(statuses(responses)).toEqual([201, 404, 404])
  })

  it('returns 429 above POSTS_PER_DAY, even in parallel, until midnight in the author’s time zone', async () => {
    const author = await aUser(server)
    const ids: PhotoId[] = []
    for (let n = 0; n < 5; n++) ids.push(await aPhoto(server, author))
    const responses = await Promise.all(ids.map((id) => post(author, { photos: [{ id }] })))
    expect(statuses(responses)).toEqual([201, 201, 201, 429, 429])
    const refused = responses.find(({ status }) => status === 429)
    const midnight = new Date(server.clock.now().getTime() + Number(refused?.headers['retry-after']) * 1000)
    expect(refused?.body).toMatchObject({ code: 'quota-reached' })
    expect(midnight.getTime() - server.clock.now().getTime()).toBeLessThanOrEqual(24 * hour)
    const inNairobi = new Intl.DateTimeFormat('en', { timeZone: 'Africa/Nairobi', hour: '2-digit', hour12: false })
    expect(['24', '00']).toContain(inNairobi.format(midnight))
    server.clock.advance(24 * hour)
    expect((await post(author, { photos: [{ id: await aPhoto(server, author) }] })).status).toBe(201)
  })
})
