import type { PhotoId } from '@pawtrait/contract/ids.ts'
import type { PostPage } from '@pawtrait/contract/posts.ts'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { hour } from '#testing/clock.ts'
import { aPhoto, aPost, aUser, givenFollow, type TestUser } from '#testing/given.ts'
import { serverForFile } from '#testing/server.ts'

const server = serverForFile({ POSTS_PER_DAY: '3' })
const postedAt = '2017-03-04T05:06:07.000Z'
const origin = { network: 'instagram', id: 'a-post-there', postedAt }
const bring = (who: TestUser | null, body: unknown) =>
  server.call<{ postId: string; isNew: boolean }>(who, 'POST', '/api/imports/posts', body)
const aPhotoOf = async (who: TestUser) => [{ id: await aPhoto(server, who), alt: 'Asleep' }]
const profileOf = async (who: TestUser, as: TestUser | null = who) =>
  (await server.call<PostPage>(as, 'GET', `/api/users/${who.id}/posts?limit=50`)).body.posts

describe('a post from elsewhere', () => {
  it('keeps its date, words and descriptions, and takes its place by the date', async () => {
    const author = await aUser(server)
    const newer = await aPost(server, author)
    const made = await bring(author, { origin, photos: await aPhotoOf(author), caption: 'Mud #Nap' })
    expect(made).toMatchObject({ status: 201, body: { isNew: true } })
    expect(await profileOf(author)).toMatchObject([
      { id: newer.id },
      { id: made.body.postId, postedAt, caption: 'Mud #Nap', photos: [{ alt: 'Asleep' }], audience: 'followers' },
    ])
    const tag = await server.call<PostPage>(author, 'GET', '/api/tags/nap/posts')
    expect(tag.body.posts.map(({ id }) => id)).toContain(made.body.postId)
  })

  it('is for followers unless told, and seen by none but them', async () => {
    const [author, follower, stranger] = [await aUser(server), await aUser(server), await aUser(server)]
    await givenFollow(server, follower, author)
    await bring(author, { origin, photos: await aPhotoOf(author) })
    await bring(author, { origin: { ...origin, id: '2' }, photos: await aPhotoOf(author), audience: 'everyone' })
    expect(await profileOf(author, follower)).toHaveLength(2)
    expect(await profileOf(author, stranger)).toHaveLength(1)
  })

  it('tells nobody: whom it names is not notified, and no event goes out', async () => {
    const [author, named] = [await aUser(server), await aUser(server)]
    const photo = await aPhoto(server, author, { state: 'processing' })
    const caption = `with @${named.username}`
    const made = await bring(author, { origin, photos: [{ id: photo }], caption })
    const later = await aPhotoOf(author)
    await bring(author, { origin: { ...origin, id: '2' }, photos: later, caption })
    const events = await server.deps.database.rows(sql`
      select 1 from events where data ->> 'by' = ${author.id}`)
    expect(events).toEqual([])
    expect(made.status).toBe(201)
    await aPost(server, author, { caption })
    const said = await server.deps.database.rows(sql`select 1 from events where data ->> 'by' = ${author.id}`)
    expect(said).toHaveLength(1)
  })

  it('counts towards the daily limit when its date is within the last 24 hours; older dates do not', async () => {
    const author = await aUser(server)
    await aPost(server, author)
    const bringDated = async (n: number, hoursAgo: number) => {
      const at = new Date(server.clock.now().getTime() - hoursAgo * hour).toISOString()
      const own = { ...origin, id: `dated-${n}`, postedAt: at }
      return bring(author, { origin: own, photos: await aPhotoOf(author) })
    }
    expect([(await bringDated(1, 1)).status, (await bringDated(2, 23)).status]).toEqual([201, 201])
    expect(await bringDated(3, 23)).toMatchObject({ status: 429, body: { code: 'quota-reached' } })
    expect((await bringDated(4, 25)).status).toBe(201)
    expect(await profileOf(author)).toHaveLength(4)
  })

  it('comes once, however often and at once it is brought, and is known', async () => {
    const author = await aUser(server)
    const photos = [await aPhotoOf(author), await aPhotoOf(author), await aPhotoOf(author)]
    const raced = await Promise.all(photos.map((own) => bring(author, { origin, photos: own })))
    expect(raced.filter(({ body }) => body.isNew)).toHaveLength(1)
    expect(new Set(raced.map(({ body }) => body.postId)).size).toBe(1)
    expect(await profileOf(author)).toHaveLength(1)
    const asked = { origins: [{ ...origin, id: 'another' }, origin] }
    const known = await server.call(author, 'POST', '/api/imports/known', asked)
    expect(known).toMatchObject({ status: 200, body: { known: [false, true] } })
    const other = await server.call(await aUser(server), 'POST', '/api/imports/known', asked)
    expect(other.body).toEqual({ known: [false, false] })
  })

  it('that was deleted here comes anew once its rows are gone', async () => {
    const author = await aUser(server)
    const made = await bring(author, { origin, photos: await aPhotoOf(author) })
    await server.call(author, 'DELETE', `/api/posts/${made.body.postId}`)
    const again = await bring(author, { origin, photos: await aPhotoOf(author) })
    expect(again).toMatchObject({ status: 409, body: { code: 'conflict' } })
    const known = await server.call(author, 'POST', '/api/imports/known', { origins: [origin] })
    expect(known.body).toEqual({ known: [false] })
    await server.deps.database.rows(sql`delete from posts where id = ${made.body.postId}`)
    expect(await bring(author, { origin, photos: await aPhotoOf(author) })).toMatchObject({ body: { isNew: true } })
  })

  it('is beside the posts of the day', async () => {
    const author = await aUser(server)
    for (let n = 0; n < 5; n++)
      expect(await bring(author, { origin: { ...origin, id: `${n}` }, photos: await aPhotoOf(author) })).toMatchObject({
        status: 201,
      })
    await aPost(server, author)
  })

  it('is refused without a photo of one’s own, with a date that cannot be, and to a visitor', async () => {
    const [author, other] = [await aUser(server), await aUser(server)]
    const tomorrow = new Date(server.clock.now().getTime() + 24 * hour).toISOString()
    const [own] = await aPhotoOf(author)
    const wrong: [object, number][] = [
      [{ origin, photos: [] }, 400],
      [{ origin, photos: [own, own] }, 400],
      [{ origin: { ...origin, postedAt: tomorrow }, photos: [own] }, 400],
      [{ origin: { ...origin, postedAt: '1970-01-01T00:00:00.000Z' }, photos: [own] }, 400],
      [{ origin: { ...origin, postedAt: 'in May' }, photos: [own] }, 400],
      [{ origin: { ...origin, network: 'elsewhere' }, photos: [own] }, 400],
      [{ origin, photos: [{ id: await aPhoto(server, other) }] }, 404],
      [{ origin, photos: [{ id: await aPhoto(server, author, { state: 'failed' }) }] }, 422],
    ]
    for (const [body, status] of wrong)
      expect({ body, status: (await bring(author, body)).status }).toEqual({ body, status })
    expect((await bring(null, { origin, photos: [{ id: own?.id as PhotoId }] })).status).toBe(401)
    expect(await profileOf(author)).toEqual([])
  })
})
