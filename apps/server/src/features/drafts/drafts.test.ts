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
const create = (user: Caller, body: unknown = {}) => server.call<Draft>(user, 'POST', '/api/drafts', body)
const replace = (user: Caller, { id }: { id: string }, body: unknown) =>
  server.call<Draft>(user, 'PUT', `/api/drafts/${id}`, body)
const read = (user: Caller, { id }: { id: string }) => server.call<Draft>(user, 'GET', `/api/drafts/${id}`)
const list = async (user: TestUser) => (await server.call<{ drafts: Draft[] }>(user, 'GET', '/api/drafts')).body.drafts
const sweep = async () => {
  await server.deps.jobs.send(server.deps.database, 'sweep-photos', {})
  await server.runJobs()
}
const statuses = (replies: { status: number }[]) => replies.map(({ status }) => status).toSorted((a, b) => a - b)

describe('draft endpoints', () => {
  it('return the stored content and the expiry date of each photo', async () => {
    const author = await aUser(server)
    const pet = await aPet(server, [author])
    const [first, second] = [await aPhoto(server, author), await aPhoto(server, author)]
    expect((await create(author)).body).toMatchObject({ caption: '', photos: [], audience: 'everyone', version: 1 })
    server.clock.advance(hour)
    const words = { caption: 'Half a', place: 'Karura', audience: 'followers', replies: 'nobody', pets: [pet] }
    const created = await create(author, { ...words, photos: [{ id: second, alt: ' Mango ' }, { id: first }] })
    expect(created.status).toBe(201)
    const photos = [
      { id: second, alt: 'Mango', state: 'ready', crop: null, rotate: 0 },
      { id: first, alt: '' },
    ]
    expect(created.body).toMatchObject({ ...words, photos })
    const goesAt = new Date(server.clock.now().getTime() + 30 * day).toISOString()
    expect(created.body.photos.map((photo) => photo.goesAt)).toEqual([goesAt, goesAt])
    expect((await read(author, created.body)).body).toEqual(created.body)
    expect((await list(author)).map(({ caption }) => caption)).toEqual(['Half a', ''])
  })

  it('return 404 to other users and 401 without a session', async () => {
    const [author, other] = [await aUser(server), await aUser(server)]
    const { body } = await create(author, { caption: 'mine' })
    for (const [user, status] of [
      [other, 404],
      [null, 401],
    ] as const) {
      expect((await read(user, body)).status).toBe(status)
      expect((await replace(user, body, { caption: 'theirs', version: 1 })).status).toBe(status)
      expect((await server.call(user, 'DELETE', `/api/drafts/${body.id}`)).status).toBe(status)
    }
    expect((await create(null)).status).toBe(401)
    expect((await read(author, body)).body.caption).toBe('mine')
    expect(await list(other)).toEqual([])
  })

  it('return 409 for a change based on an old version, even if changes are concurrent', async () => {
    const author = await aUser(server)
    const { body } = await create(author, { caption: 'one' })
    expect((await replace(author, body, { caption: 'two', version: 1e21 })).status).toBe(400)
    const first = await replace(author, body, { caption: 'two', version: 1 })
    expect(first.body).toMatchObject({ caption: 'two', version: 2, createdAt: body.createdAt })
    const late = await replace(author, body, { caption: 'late', version: 1 })
    expect(late).toMatchObject({ status: 409, body: { code: 'conflict' } })
    expect((await read(author, body)).body.caption).toBe('two')
    const both = await Promise.all(['a', 'b', 'c'].map((caption) => replace(author, body, { caption, version: 2 })))
    expect(statuses(both)).toEqual([200, 409, 409])
    expect((await replace(author, body, { caption: 'x' })).status).toBe(400)
  })

  it('accept only photos of the author that no post or other draft uses', async () => {
    const [author, other] = [await aUser(server), await aUser(server)]
    const mine = await aPhoto(server, author)
    const posted = await aPost(server, author)
    const draft = (await create(author, { photos: [{ id: mine }] })).body
    const refused = async (photos: unknown) => (await create(author, { photos })).status
    expect(await refused([{ id: mine }])).toBe(404)
    expect(await refused([{ id: posted.photos[0]?.id }])).toBe(404)
    expect(await refused([{ id: await aPhoto(server, other) }])).toBe(404)
    const free = await aPhoto(server, author)
    expect(await refused([{ id: free }, { id: free }])).toBe(400)
    const both = await Promise.all([1, 2, 3].map(() => create(author, { photos: [{ id: free }] })))
    expect(statuses(both)).toEqual([201, 404, 404])
    expect((await replace(author, draft, { photos: [], version: 1 })).status).toBe(200)
    const row = await server.deps.database.row(
      sql`select deleted_at is not null as gone from photos where id = ${mine}`,
    )
    expect(row).toEqual({ gone: true })
  })

  it('return 409 above 50 drafts, also for concurrent requests', async () => {
    const author = await aUser(server)
    for (let n = 0; n < 49; n++) await create(author)
    expect(statuses(await Promise.all([1, 2, 3].map(() => create(author))))).toEqual([201, 409, 409])
    expect(await list(author)).toHaveLength(50)
  })

  it('create one draft for two requests with one idempotency key', async () => {
    const author = await aUser(server)
    const begin = () =>
      server.call<Draft>(
        author,
        'POST',
        '/api/drafts',
        { caption: 'once' },
        { headers: { 'idempotency-key': 'k'.repeat(24) } },
      )
    expect((await begin()).body.id).toBe((await begin()).body.id)
    expect(await list(author)).toHaveLength(1)
  })
})

describe('POST /api/posts with a draft', () => {
  it('deletes the draft only if the post is created, not if it is refused', async () => {
    const author = await aUser(server)
    const photo = await aPhoto(server, author)
    const draft = (await create(author, { caption: 'words', photos: [{ id: photo }] })).body
    const post = (photos: unknown) =>
      server.call<Post>(author, 'POST', '/api/posts', { photos, caption: 'words', draft: draft.id })
    expect((await post([{ id: photo }, { id: await aPhoto(server, await aUser(server)) }])).status).toBe(404)
    expect((await read(author, draft)).status).toBe(200)
    expect((await post([{ id: photo }])).status).toBe(201)
    expect((await read(author, draft)).status).toBe(404)
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
    await create(author, { caption: 'posted', photos: [{ id: photo }] })
    await create(author, { caption: 'remains', photos: [{ id: other }] })
    expect((await server.call(author, 'POST', '/api/posts', { photos: [{ id: photo }] })).status).toBe(201)
    expect((await list(author)).map(({ caption }) => caption)).toEqual(['remains'])
  })

  it('creates one post for two concurrent requests', async () => {
    const author = await aUser(server)
    const photo = await aPhoto(server, author)
    const draft = (await create(author, { photos: [{ id: photo }] })).body
    const post = () => server.call(author, 'POST', '/api/posts', { photos: [{ id: photo }], draft: draft.id })
    expect(statuses(await Promise.all([post(), post()]))).toEqual([201, 404])
  })

  it('does not delete the draft of another user', async () => {
    const [author, other] = [await aUser(server), await aUser(server)]
    const draft = (await create(author, { caption: 'kept' })).body
    await aPost(server, other, { draft: draft.id })
    expect((await read(author, draft)).status).toBe(200)
  })
})

describe('photos in a draft', () => {
  it('are deleted with their files 30 days after they were added (security check U17)', async () => {
    const author = await aUser(server)
    const early = await readyPhoto(server, author, await drawnScene(200, 150).jpeg().toBuffer())
    const draft = (await create(author, { caption: 'slow', photos: [{ id: early.id }] })).body
    server.clock.advance(10 * day)
    await sweep()
    const late = await readyPhoto(server, author, await drawnScene(240, 150).jpeg().toBuffer())
    const photos = [{ id: late.id }, { id: early.id, alt: 'first' }]
    const both = await replace(author, draft, { caption: 'slow', photos, version: 1 })
    expect(both.body.photos.map(({ goesAt }) => goesAt)).toEqual([
      new Date(server.clock.now().getTime() + 30 * day).toISOString(),
      draft.photos[0]?.goesAt,
    ])
    server.clock.advance(20 * day - hour)
    await sweep()
    expect((await read(author, draft)).body.photos).toHaveLength(2)
    server.clock.advance(2 * hour)
    await sweep()
    const remaining = await read(author, draft)
    expect(remaining.body).toMatchObject({ caption: 'slow', photos: [{ id: late.id }] })
    expect(await fetchFileStatus(server, narrowestSrc(early))).toBe(410)
    expect(await listRenditionFiles(server, narrowestSrc(early))).toEqual([])
    expect((await listRenditionFiles(server, narrowestSrc(late))).length).toBeGreaterThan(0)
  })

  it('are deleted when the draft is deleted', async () => {
    const author = await aUser(server)
    const photo = await readyPhoto(server, author, await drawnScene(200, 150).jpeg().toBuffer())
    const draft = (await create(author, { photos: [{ id: photo.id }] })).body
    expect((await server.call(author, 'DELETE', `/api/drafts/${draft.id}`)).status).toBe(204)
    expect(await list(author)).toEqual([])
    await server.runJobs()
    expect(await listRenditionFiles(server, narrowestSrc(photo))).toEqual([])
  })

  it('are removed from the draft when the user deletes them', async () => {
    const author = await aUser(server)
    const photo = await aPhoto(server, author)
    const draft = (await create(author, { photos: [{ id: photo }] })).body
    expect((await server.call(author, 'DELETE', `/api/photos/${photo}`)).status).toBe(204)
    expect((await read(author, draft)).body.photos).toEqual([])
  })
})
