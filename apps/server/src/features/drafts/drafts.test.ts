import type { Draft } from '@pawtrait/contract/drafts.ts'
import type { Post } from '@pawtrait/contract/posts.ts'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { day, hour } from '#testing/clock.ts'
import { aPet, aPhoto, aPost, aUser, type TestUser } from '#testing/fixtures.ts'
import { drawnScene } from '#testing/photos/images.ts'
import { fetchFileStatus, listRenditionFiles, narrowestSrc, readyPhoto } from '#testing/photos/photos.ts'
import { serverForFile } from '#testing/server.ts'

const server = serverForFile()
type Caller = TestUser | null
const createDraft = (user: Caller, body: unknown = {}) => server.call<Draft>(user, 'POST', '/api/drafts', body)
const replaceDraft = (user: Caller, { id }: { id: string }, body: unknown) =>
  server.call<Draft>(user, 'PUT', `/api/drafts/${id}`, body)
const readDraft = (user: Caller, { id }: { id: string }) => server.call<Draft>(user, 'GET', `/api/drafts/${id}`)
const listDrafts = async (user: TestUser) =>
  (await server.call<{ drafts: Draft[] }>(user, 'GET', '/api/drafts')).body.drafts
const sweep = async () => {
  await server.deps.jobs.send(server.deps.database, 'sweep-photos', {})
  await server.runJobs()
}
const sortStatuses = (replies: { status: number }[]) => replies.map(({ status }) => status).toSorted((a, b) => a - b)

describe('draft endpoints', () => {
  it('return the stored content and the expiry date of each photo', async () => {
    const author = await aUser(server)
    const pet = await aPet(server, [author])
    const [first, second] = [await aPhoto(server, author), await aPhoto(server, author)]
    expect((await createDraft(author)).body).toMatchObject({
      caption: '',
      photos: [],
      audience: 'everyone',
      version: 1,
    })
    server.clock.advance(hour)
    const content = { caption: 'Half a', place: 'Karura', audience: 'followers', replies: 'nobody', pets: [pet] }
    const created = await createDraft(author, { ...content, photos: [{ id: second, alt: ' Mango ' }, { id: first }] })
    expect(created.status).toBe(201)
    const photos = [
      { id: second, alt: 'Mango', state: 'ready', crop: null, rotate: 0 },
      { id: first, alt: '' },
    ]
    expect(created.body).toMatchObject({ ...content, photos })
    const goesAt = new Date(server.clock.now().getTime() + 30 * day).toISOString()
    expect(created.body.photos.map((photo) => photo.goesAt)).toEqual([goesAt, goesAt])
    expect((await readDraft(author, created.body)).body).toEqual(created.body)
    expect((await listDrafts(author)).map(({ caption }) => caption)).toEqual(['Half a', ''])
  })

  it('return 404 to other users and 401 without a session', async () => {
    const [author, other] = [await aUser(server), await aUser(server)]
    const { body } = await createDraft(author, { caption: 'mine' })
    for (const [user, status] of [
      [other, 404],
      [null, 401],
    ] as const) {
      expect((await readDraft(user, body)).status).toBe(status)
      expect((await replaceDraft(user, body, { caption: 'theirs', version: 1 })).status).toBe(status)
      expect((await server.call(user, 'DELETE', `/api/drafts/${body.id}`)).status).toBe(status)
    }
    expect((await createDraft(null)).status).toBe(401)
    expect((await readDraft(author, body)).body.caption).toBe('mine')
    expect(await listDrafts(other)).toEqual([])
  })

  it('return 409 for a change based on an old version, even if changes are concurrent', async () => {
    const author = await aUser(server)
    const { body } = await createDraft(author, { caption: 'one' })
    expect((await replaceDraft(author, body, { caption: 'two', version: 1e21 })).status).toBe(400)
    const first = await replaceDraft(author, body, { caption: 'two', version: 1 })
    expect(first.body).toMatchObject({ caption: 'two', version: 2, createdAt: body.createdAt })
    const lateResponse = await replaceDraft(author, body, { caption: 'late', version: 1 })
    expect(lateResponse).toMatchObject({ status: 409, body: { code: 'conflict' } })
    expect((await readDraft(author, body)).body.caption).toBe('two')
    const responses = await Promise.all(
      ['a', 'b', 'c'].map((caption) => replaceDraft(author, body, { caption, version: 2 })),
    )
    expect(sortStatuses(responses)).toEqual([200, 409, 409])
    expect((await replaceDraft(author, body, { caption: 'x' })).status).toBe(400)
  })

  it('accept only photos of the author that no post or other draft uses', async () => {
    const [author, other] = [await aUser(server), await aUser(server)]
    const ownPhoto = await aPhoto(server, author)
    const post = await aPost(server, author)
    const draft = (await createDraft(author, { photos: [{ id: ownPhoto }] })).body
    const getStatus = async (photos: unknown) => (await createDraft(author, { photos })).status
    expect(await getStatus([{ id: ownPhoto }])).toBe(404)
    expect(await getStatus([{ id: post.photos[0]?.id }])).toBe(404)
    expect(await getStatus([{ id: await aPhoto(server, other) }])).toBe(404)
    const freePhoto = await aPhoto(server, author)
    expect(await getStatus([{ id: freePhoto }, { id: freePhoto }])).toBe(400)
    const both = await Promise.all([1, 2, 3].map(() => createDraft(author, { photos: [{ id: freePhoto }] })))
    expect(sortStatuses(both)).toEqual([201, 404, 404])
    expect((await replaceDraft(author, draft, { photos: [], version: 1 })).status).toBe(200)
    const row = await server.deps.database.row(
      sql`select deleted_at is not null as gone from photos where id = ${ownPhoto}`,
    )
    expect(row).toEqual({ gone: true })
  })

  it('return 409 above 50 drafts, also for concurrent requests', async () => {
    const author = await aUser(server)
    for (let n = 0; n < 49; n++) await createDraft(author)
    expect(sortStatuses(await Promise.all([1, 2, 3].map(() => createDraft(author))))).toEqual([201, 409, 409])
    expect(await listDrafts(author)).toHaveLength(50)
  })

  it('create one draft for two requests with one idempotency key', async () => {
    const author = await aUser(server)
    const createWithKey = () =>
      server.call<Draft>(
        author,
        'POST',
        '/api/drafts',
        { caption: 'once' },
        { headers: { 'idempotency-key': 'k'.repeat(24) } },
      )
    expect((await createWithKey()).body.id).toBe((await createWithKey()).body.id)
    expect(await listDrafts(author)).toHaveLength(1)
  })
})

describe('POST /api/posts with a draft', () => {
  it('deletes the draft only if the post is created, not if it is refused', async () => {
    const author = await aUser(server)
    const photo = await aPhoto(server, author)
    const draft = (await createDraft(author, { caption: 'words', photos: [{ id: photo }] })).body
    const post = (photos: unknown) =>
      server.call<Post>(author, 'POST', '/api/posts', { photos, caption: 'words', draft: draft.id })
    expect((await post([{ id: photo }, { id: await aPhoto(server, await aUser(server)) }])).status).toBe(404)
    expect((await readDraft(author, draft)).status).toBe(200)
    expect((await post([{ id: photo }])).status).toBe(201)
    expect((await readDraft(author, draft)).status).toBe(404)
    server.clock.advance(40 * day)
    await sweep()
    const row = await server.deps.database.row(
      sql`select deleted_at is null as remains from photos where id = ${photo}`,
    )
    expect(row).toEqual({ remains: true })
  })

  it('deletes the draft that contains the photo, also when the request lacks the id of the draft', async () => {
    const author = await aUser(server)
    const [photo, other] = [await aPhoto(server, author), await aPhoto(server, author)]
    await createDraft(author, { caption: 'posted', photos: [{ id: photo }] })
    await createDraft(author, { caption: 'remains', photos: [{ id: other }] })
    expect((await server.call(author, 'POST', '/api/posts', { photos: [{ id: photo }] })).status).toBe(201)
    expect((await listDrafts(author)).map(({ caption }) => caption)).toEqual(['remains'])
  })

  it('creates one post for two concurrent requests', async () => {
    const author = await aUser(server)
    const photo = await aPhoto(server, author)
    const draft = (await createDraft(author, { photos: [{ id: photo }] })).body
    const post = () => server.call(author, 'POST', '/api/posts', { photos: [{ id: photo }], draft: draft.id })
    expect(sortStatuses(await Promise.all([post(), post()]))).toEqual([201, 404])
  })

  it('does not delete the draft of another user', async () => {
    const [author, other] = [await aUser(server), await aUser(server)]
    const draft = (await createDraft(author, { caption: 'kept' })).body
    await aPost(server, other, { draft: draft.id })
    expect((await readDraft(author, draft)).status).toBe(200)
  })
})

describe('photos in a draft', () => {
  it('are deleted with their files 30 days after they were added (security check U17)', async () => {
    const author = await aUser(server)
    const earlyPhoto = await readyPhoto(server, author, await drawnScene(200, 150).jpeg().toBuffer())
    const draft = (await createDraft(author, { caption: 'slow', photos: [{ id: earlyPhoto.id }] })).body
    server.clock.advance(10 * day)
    await sweep()
    const latePhoto = await readyPhoto(server, author, await drawnScene(240, 150).jpeg().toBuffer())
    const photos = [{ id: latePhoto.id }, { id: earlyPhoto.id, alt: 'first' }]
    const both = await replaceDraft(author, draft, { caption: 'slow', photos, version: 1 })
    expect(both.body.photos.map(({ goesAt }) => goesAt)).toEqual([
      new Date(server.clock.now().getTime() + 30 * day).toISOString(),
      draft.photos[0]?.goesAt,
    ])
    server.clock.advance(20 * day - hour)
    await sweep()
    expect((await readDraft(author, draft)).body.photos).toHaveLength(2)
    server.clock.advance(2 * hour)
    await sweep()
    const remaining = await readDraft(author, draft)
    expect(remaining.body).toMatchObject({ caption: 'slow', photos: [{ id: latePhoto.id }] })
    expect(await fetchFileStatus(server, narrowestSrc(earlyPhoto))).toBe(410)
    expect(await listRenditionFiles(server, narrowestSrc(earlyPhoto))).toEqual([])
    expect((await listRenditionFiles(server, narrowestSrc(latePhoto))).length).toBeGreaterThan(0)
  })

  it('are deleted when the draft is deleted', async () => {
    const author = await aUser(server)
    const photo = await readyPhoto(server, author, await drawnScene(200, 150).jpeg().toBuffer())
    const draft = (await createDraft(author, { photos: [{ id: photo.id }] })).body
    expect((await server.call(author, 'DELETE', `/api/drafts/${draft.id}`)).status).toBe(204)
    expect(await listDrafts(author)).toEqual([])
    await server.runJobs()
    expect(await listRenditionFiles(server, narrowestSrc(photo))).toEqual([])
  })

  it('are removed from the draft when the user deletes them', async () => {
    const author = await aUser(server)
    const photo = await aPhoto(server, author)
    const draft = (await createDraft(author, { photos: [{ id: photo }] })).body
    expect((await server.call(author, 'DELETE', `/api/photos/${photo}`)).status).toBe(204)
    expect((await readDraft(author, draft)).body.photos).toEqual([])
  })
})
