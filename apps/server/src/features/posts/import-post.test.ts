import type { PhotoId } from '@pawtrait/contract/ids.ts'
import type { PostPage } from '@pawtrait/contract/posts.ts'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { hour } from '#testing/clock.ts'
import { aPhoto, aPost, aUser, givenFollow, type TestUser } from '#testing/fixtures.ts'
import { serverForFile } from '#testing/server.ts'

const server = serverForFile({ POSTS_PER_DAY: '3' })
const postedAt = '2017-03-04T05:06:07.000Z'
const origin = { network: 'instagram', id: 'a-post-there', postedAt }
const importPost = (viewer: TestUser | null, body: unknown) =>
  server.call<{ postId: string; isNew: boolean }>(viewer, 'POST', '/api/imports/posts', body)
const createPhoto = async (viewer: TestUser) => [{ id: await aPhoto(server, viewer), alt: 'Asleep' }]
const readProfilePosts = async (viewer: TestUser, as: TestUser | null = viewer) =>
  (await server.call<PostPage>(as, 'GET', `/api/users/${viewer.id}/posts?limit=50`)).body.posts

describe('POST /api/imports/posts', () => {
  it('stores caption, alt texts and the original date, and sorts the post by that date in lists', async () => {
    const author = await aUser(server)
    const newer = await aPost(server, author)
    const imported = await importPost(author, { origin, photos: await createPhoto(author), caption: 'Mud #Nap' })
    expect(imported).toMatchObject({ status: 201, body: { isNew: true } })
    expect(await readProfilePosts(author)).toMatchObject([
      { id: newer.id },
      { id: imported.body.postId, postedAt, caption: 'Mud #Nap', photos: [{ alt: 'Asleep' }], audience: 'followers' },
    ])
    const tag = await server.call<PostPage>(author, 'GET', '/api/tags/nap/posts')
    expect(tag.body.posts.map(({ id }) => id)).toContain(imported.body.postId)
  })

  it('limits an imported post to followers unless the request names an audience', async () => {
    const [author, follower, stranger] = [await aUser(server), await aUser(server), await aUser(server)]
    await givenFollow(server, follower, author)
    await importPost(author, { origin, photos: await createPhoto(author) })
    await importPost(author, {
      origin: { ...origin, id: '2' },
      photos: await createPhoto(author),
      audience: 'everyone',
    })
    expect(await readProfilePosts(author, follower)).toHaveLength(2)
    expect(await readProfilePosts(author, stranger)).toHaveLength(1)
  })

  it('emits no event, even if the caption mentions a user', async () => {
    const [author, named] = [await aUser(server), await aUser(server)]
    const photo = await aPhoto(server, author, { state: 'processing' })
    const caption = `with @${named.username}`
    const imported = await importPost(author, { origin, photos: [{ id: photo }], caption })
    const later = await createPhoto(author)
    await importPost(author, { origin: { ...origin, id: '2' }, photos: later, caption })
    const events = await server.deps.database.rows(sql`
      select 1 from events where data ->> 'by' = ${author.id}`)
    expect(events).toEqual([])
    expect(imported.status).toBe(201)
    await aPost(server, author, { caption })
    const laterEvents = await server.deps.database.rows(sql`select 1 from events where data ->> 'by' = ${author.id}`)
    expect(laterEvents).toHaveLength(1)
  })

  it('counts a post towards POSTS_PER_DAY only if its date is within the last 24 hours', async () => {
    const author = await aUser(server)
    await aPost(server, author)
    const importDated = async (n: number, hoursAgo: number) => {
      const at = new Date(server.clock.now().getTime() - hoursAgo * hour).toISOString()
      const ownPhoto = { ...origin, id: `dated-${n}`, postedAt: at }
      return importPost(author, { origin: ownPhoto, photos: await createPhoto(author) })
    }
    expect([(await importDated(1, 1)).status, (await importDated(2, 23)).status]).toEqual([201, 201])
    expect(await importDated(3, 23)).toMatchObject({ status: 429, body: { code: 'quota-reached' } })
    expect((await importDated(4, 25)).status).toBe(201)
    expect(await readProfilePosts(author)).toHaveLength(4)
  })

  it('creates one post for three parallel imports of the same post, and /api/imports/known reports it', async () => {
    const author = await aUser(server)
    const photos = [await createPhoto(author), await createPhoto(author), await createPhoto(author)]
    const responses = await Promise.all(photos.map((ownPhoto) => importPost(author, { origin, photos: ownPhoto })))
    expect(responses.filter(({ body }) => body.isNew)).toHaveLength(1)
    expect(new Set(responses.map(({ body }) => body.postId)).size).toBe(1)
    expect(await readProfilePosts(author)).toHaveLength(1)
    const body = { origins: [{ ...origin, id: 'another' }, origin] }
    const known = await server.call(author, 'POST', '/api/imports/known', body)
    expect(known).toMatchObject({ status: 200, body: { known: [false, true] } })
    const other = await server.call(await aUser(server), 'POST', '/api/imports/known', body)
    expect(other.body).toEqual({ known: [false, false] })
  })

  it('returns 409 for an imported post that was deleted, until its rows are erased', async () => {
    const author = await aUser(server)
    const imported = await importPost(author, { origin, photos: await createPhoto(author) })
    await server.call(author, 'DELETE', `/api/posts/${imported.body.postId}`)
    const again = await importPost(author, { origin, photos: await createPhoto(author) })
    expect(again).toMatchObject({ status: 409, body: { code: 'conflict' } })
    const known = await server.call(author, 'POST', '/api/imports/known', { origins: [origin] })
    expect(known.body).toEqual({ known: [false] })
    await server.deps.database.rows(sql`delete from posts where id = ${imported.body.postId}`)
    expect(await importPost(author, { origin, photos: await createPhoto(author) })).toMatchObject({
      body: { isNew: true },
    })
  })

  it('accepts more old posts than POSTS_PER_DAY', async () => {
    const author = await aUser(server)
    for (let n = 0; n < 5; n++)
      expect(
        await importPost(author, { origin: { ...origin, id: `${n}` }, photos: await createPhoto(author) }),
      ).toMatchObject({
        status: 201,
      })
    await aPost(server, author)
  })

  it('refuses impossible dates, unknown networks, visitors, and missing, failed or other users’ photos', async () => {
    const [author, other] = [await aUser(server), await aUser(server)]
    const tomorrow = new Date(server.clock.now().getTime() + 24 * hour).toISOString()
    const [ownPhoto] = await createPhoto(author)
    const wrong: [object, number][] = [
      [{ origin, photos: [] }, 400],
      [{ origin, photos: [ownPhoto, ownPhoto] }, 400],
      [{ origin: { ...origin, postedAt: tomorrow }, photos: [ownPhoto] }, 400],
      [{ origin: { ...origin, postedAt: '1970-01-01T00:00:00.000Z' }, photos: [ownPhoto] }, 400],
      [{ origin: { ...origin, postedAt: 'in May' }, photos: [ownPhoto] }, 400],
      [{ origin: { ...origin, network: 'elsewhere' }, photos: [ownPhoto] }, 400],
      [{ origin, photos: [{ id: await aPhoto(server, other) }] }, 404],
      [{ origin, photos: [{ id: await aPhoto(server, author, { state: 'failed' }) }] }, 422],
    ]
    for (const [body, status] of wrong)
      expect({ body, status: (await importPost(author, body)).status }).toEqual({ body, status })
    expect((await importPost(null, { origin, photos: [{ id: ownPhoto?.id as PhotoId }] })).status).toBe(401)
    expect(await readProfilePosts(author)).toEqual([])
  })
})
