import { listPhotoUrls } from '@pawtrait/contract/photos/photo-renditions.ts'
import type { OwnPhoto } from '@pawtrait/contract/photos/photos.ts'
import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { systemClock } from '#platform/clock.ts'
import { countLockWaits } from '#testing/database/database.ts'
import { aUser, type TestUser } from '#testing/fixtures.ts'
import { detailedPicture, drawnScene, metadataSecrets, quarteredPhoto, taggedJpeg } from '#testing/photos/images.ts'
import {
  blockRenditions,
  fetchFile,
  fetchFileStatus,
  listRenditionFiles,
  narrowestSrc,
  readyPhoto,
  runInTransaction,
  uploadTestPhoto,
} from '#testing/photos/photos.ts'
import { serverForFile } from '#testing/server.ts'
import { waitForBackgroundWork } from './background-work.ts'
import { restorePhotos, takeDownPhotos } from './files/take-down-photos.ts'

const server = serverForFile()
let ann: TestUser
let bob: TestUser
beforeAll(async () => {
  ann = await aUser(server)
  bob = await aUser(server)
})

describe('GET /api/photos/{id}/original', () => {
  test('returns an upright photo without metadata to its owner, 404 to other users and 401 to visitors', async () => {
    const { id } = await readyPhoto(server, ann, await taggedJpeg(6))
    const url = `/api/photos/${id}/original`
    const { statusCode, headers, rawPayload } = await fetchFile(server, url, ann.cookie)
    expect(statusCode).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'image/jpeg',
      'content-disposition': `attachment; filename="photo-${id}.jpg"`,
      'cache-control': 'no-store',
    })
    expect(metadataSecrets.filter((secret) => rawPayload.includes(secret))).toEqual([])
    const { width, height, exif } = await sharp(rawPayload).metadata()
    expect({ width, height, exif }).toEqual({ width: 800, height: 1200 })
    expect((await fetchFile(server, url, bob.cookie)).statusCode).toBe(404)
    expect((await fetchFile(server, url)).statusCode).toBe(401)
  })
})

describe('PATCH /api/photos/{id} of a photo that moderators took down', () => {
  const half = { crop: { x: 0, y: 0, width: 0.5, height: 0.5 }, rotate: 0 }
  const edit = (id: string) => server.call(ann, 'PATCH', `/api/photos/${id}`, half)
  const readPhoto = async (id: string) => (await server.call<OwnPhoto>(ann, 'GET', `/api/photos/${id}`)).body

  // An appeal needs the same picture that the moderators took down, so the photo must not change.
  test('returns 422 until the takedown is undone', async () => {
    const { id } = await readyPhoto(server, ann, await detailedPicture(901, 800, 600).jpeg().toBuffer())
    await runInTransaction(server, (tx) => takeDownPhotos(tx, [id], server.clock.now()))
    expect(await edit(id)).toMatchObject({ status: 422, body: { code: 'picture-taken-down' } })
    expect(await readPhoto(id)).toMatchObject({ crop: null, width: 800 })
    await runInTransaction(server, (tx) => restorePhotos(tx, [id]))
    expect(await edit(id)).toMatchObject({ status: 200, body: { width: 400 } })
  })

  test('returns 422 if the takedown commits while the edit waits for the photo’s lock', async () => {
    const { id } = await readyPhoto(server, ann, await detailedPicture(902, 800, 600).jpeg().toBuffer())
    const edited = await runInTransaction(server, async (tx) => {
      await takeDownPhotos(tx, [id], server.clock.now())
      const pending = edit(id)
      await expect.poll(() => countLockWaits(server)).toBe(1)
      return { pending }
    })
    expect(await edited.pending).toMatchObject({ status: 422, body: { code: 'picture-taken-down' } })
    expect(await readPhoto(id)).toMatchObject({ crop: null, width: 800 })
  })
})

const rotatePhoto = (id: string, rotate: number) =>
  server.call<OwnPhoto>(ann, 'PATCH', `/api/photos/${id}`, { crop: null, rotate })

describe('PATCH /api/photos/{id}', () => {
  test('returns 429 after 120 edits, not counting requests that change nothing', async () => {
    const photo = await readyPhoto(server, bob, await quarteredPhoto(160, 120).jpeg().toBuffer())
    await server.runJobs()
    const ends = new Date(server.clock.now().getTime() + 60_000).toISOString()
    await server.deps.database.rows(sql`
      insert into throttles (key, count, ends_at) values (${`photo-edits:${bob.id}`}, 119, ${ends})`)
    const turned = (rotate: number) =>
      server.call(bob, 'PATCH', `/api/photos/${photo.id}`, { crop: null, rotate }).then(({ status }) => status)
    expect([await turned(0), await turned(90), await turned(90), await turned(0)]).toEqual([200, 200, 200, 429])
  })

  test('replaces the renderings by cropped ones under new URLs, and keeps the original', async () => {
    const photo = await readyPhoto(server, ann, await quarteredPhoto(1600, 1200).jpeg().toBuffer())
    await server.runJobs()
    const before = await fetchFile(server, `/api/photos/${photo.id}/original`, ann.cookie)
    const crop = { x: 0.5, y: 0, width: 0.5, height: 0.25 }
    const { status, body } = await server.call<OwnPhoto>(ann, 'PATCH', `/api/photos/${photo.id}`, { crop, rotate: 90 })
    expect(status).toBe(200)
    expect(body).toMatchObject({ state: 'ready', crop, rotate: 90, width: 600, height: 400 })
    expect(new Set(await Promise.all(listPhotoUrls(photo).map((src) => fetchFileStatus(server, src))))).toEqual(
      new Set([404]),
    )
    expect(await listRenditionFiles(server, narrowestSrc(photo))).toEqual([])
    const rendering = await fetchFile(server, narrowestSrc(body))
    expect(await sharp(rendering.rawPayload).metadata()).toMatchObject({ width: 320 })
    expect(
      (await fetchFile(server, `/api/photos/${photo.id}/original`, ann.cookie)).rawPayload.equals(before.rawPayload),
    ).toBe(true)

    const reset = await server.call<OwnPhoto>(ann, 'PATCH', `/api/photos/${photo.id}`, { crop: null, rotate: 0 })
    expect(reset.body).toMatchObject({ width: 1600, height: 1200, crop: null, rotate: 0 })
  })

  test('waits for the first renderings, and then rotates the upright photo', async () => {
    const release = blockRenditions(server)
    const waitSpy = vi.spyOn(systemClock, 'wait')
    try {
      const { body } = await uploadTestPhoto(server, ann, await taggedJpeg(6, 1500, 1000))
      const pending = rotatePhoto(body.id, 90)
      await expect.poll(() => waitSpy.mock.calls.length).toBeGreaterThan(0)
      release()
      const edited = await pending
      expect(edited).toMatchObject({ status: 200, body: { state: 'ready', width: 1500, height: 1000, rotate: 90 } })
      await waitForBackgroundWork()
      const shown = await server.call<OwnPhoto>(ann, 'GET', `/api/photos/${body.id}`)
      expect(listPhotoUrls(shown.body)).toEqual(listPhotoUrls(edited.body))
      expect(await fetchFileStatus(server, narrowestSrc(shown.body))).toBe(200)
    } finally {
      release()
      waitSpy.mockRestore()
    }
  })

  test('returns 503 with Retry-After when the first renderings take longer than ten seconds', async () => {
    const release = blockRenditions(server)
    const waitSpy = vi.spyOn(systemClock, 'wait')
    vi.useFakeTimers({ toFake: ['performance'] })
    try {
      const { body } = await uploadTestPhoto(server, ann, await drawnScene(300, 200).jpeg().toBuffer())
      const pending = rotatePhoto(body.id, 90)
      await expect.poll(() => waitSpy.mock.calls.length).toBeGreaterThan(0)
      vi.advanceTimersByTime(10_000)
      expect(await pending).toMatchObject({
        status: 503,
        body: { code: 'unavailable', retryAfterSeconds: 2 },
        headers: { 'retry-after': '2' },
      })
      const original = await fetchFile(server, `/api/photos/${body.id}/original`, ann.cookie)
      expect(original.statusCode).toBe(503)
      release()
      expect(await rotatePhoto(body.id, 90)).toMatchObject({ status: 200, body: { rotate: 90 } })
    } finally {
      release()
      vi.useRealTimers()
      waitSpy.mockRestore()
    }
  })

  test('responds before a job renders the edited photo in AVIF and in large sizes', async () => {
    const photo = await readyPhoto(server, ann, await drawnScene(2600, 1300).jpeg().toBuffer())
    const { storage } = server.deps
    const { put } = storage
    const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    storage.put = async (name, content) => {
      if (name.endsWith('.avif')) reached.resolve()
      if (name.endsWith('.avif')) await released.promise
      return put(name, content)
    }
    try {
      const enlarging = server.runJobs()
      await reached.promise
      const edited = await rotatePhoto(photo.id, 90)
      expect(edited).toMatchObject({ status: 200, body: { rotate: 90, width: 1300, avifWidths: [] } })
      released.resolve()
      await enlarging
    } finally {
      released.resolve()
      storage.put = put
    }
    await server.runJobs()
    const { body } = await server.call<OwnPhoto>(ann, 'GET', `/api/photos/${photo.id}`)
    expect(body).toMatchObject({ rotate: 90, widths: [320, 640, 1080, 1300], avifWidths: [640, 1080] })
    for (const src of listPhotoUrls(body)) expect(await fetchFileStatus(server, src)).toBe(200)
    expect(await listRenditionFiles(server, narrowestSrc(photo))).toEqual([])
  })

  test('returns 422 if the original is unreadable, and keeps the existing renderings', async () => {
    const photo = await readyPhoto(server, ann, await drawnScene(300, 200).jpeg().toBuffer())
    const row = await server.deps.database.row<{ file: string }>(sql`
      select original_name || '.' || original_format as file from photos where id = ${photo.id}`)
    await server.deps.storage.put(row?.file ?? '', Buffer.from('not a photo any more'))
    const response = await server.call(ann, 'PATCH', `/api/photos/${photo.id}`, { crop: null, rotate: 90 })
    expect(response).toMatchObject({ status: 422, body: { code: 'unreadable-photo' } })
    expect(await fetchFileStatus(server, narrowestSrc(photo))).toBe(200)
  })

  test('returns 200 to seven concurrent edits and keeps the files of only one edit', async () => {
    const photo = await readyPhoto(server, ann, await drawnScene(900, 600).jpeg().toBuffer())
    const replies = await Promise.all([90, 180, 180, 270, 90, 270, 180].map((rotate) => rotatePhoto(photo.id, rotate)))
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200))
    const { body } = await server.call<OwnPhoto>(ann, 'GET', `/api/photos/${photo.id}`)
    expect(await fetchFileStatus(server, narrowestSrc(body))).toBe(200)
    const rows = await server.deps.database.rows<{ name: string }>(sql`select name from photos where id = ${photo.id}`)
    expect(narrowestSrc(body)).toContain(rows[0]?.name)
    expect(await listRenditionFiles(server, narrowestSrc(photo))).toEqual([])
  })

  test('returns 404 to another user, 401 to a visitor and 400 for an invalid crop or rotation', async () => {
    const { id } = await readyPhoto(server, ann, await drawnScene(90, 60).jpeg().toBuffer())
    expect(await server.call(bob, 'PATCH', `/api/photos/${id}`, { crop: null, rotate: 90 })).toMatchObject({
      status: 404,
    })
    expect(await server.call(null, 'PATCH', `/api/photos/${id}`, { crop: null, rotate: 90 })).toMatchObject({
      status: 401,
    })
    const invalidEdits = [
      { crop: { x: 0.5, y: 0, width: 0.6, height: 1 }, rotate: 0 },
      { crop: { x: 0, y: 0, width: 0, height: 1 }, rotate: 0 },
      { crop: { x: -1, y: 0, width: 1, height: 1 }, rotate: 0 },
      { crop: null, rotate: 45 },
      { rotate: 90 },
    ]
    for (const edit of invalidEdits)
      expect(await server.call(ann, 'PATCH', `/api/photos/${id}`, edit)).toMatchObject({ status: 400 })
  })
})
