import type { ReportDetails } from '@pawtrait/contract/moderation/moderation-desk.ts'
import { listPhotoUrls, listRenditions } from '@pawtrait/contract/photos/photo-renditions.ts'
import type { OwnPhoto } from '@pawtrait/contract/photos/photos.ts'
import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createContext, systemCaller } from '#platform/context.ts'
import { aUser, type TestUser } from '#testing/fixtures.ts'
import { aModerator } from '#testing/moderators.ts'
import { taggedJpeg } from '#testing/photos/images.ts'
import {
  fetchFile,
  fetchFileStatus,
  listFilesOnDisk,
  listRenditionFiles,
  narrowestSrc,
  uploadTestPhoto,
} from '#testing/photos/photos.ts'
import { aReport } from '#testing/reports.ts'
import { serverForFile } from '#testing/server.ts'
import { waitForBackgroundWork } from './background-work.ts'
import { finishPhoto } from './finish-photo.ts'

const server = serverForFile()
let ann: TestUser
beforeAll(async () => {
  ann = await aUser(server)
})

const readPhoto = async (id: string) => (await server.call<OwnPhoto>(ann, 'GET', `/api/photos/${id}`)).body
const downloadOriginal = (id: string) => fetchFile(server, `/api/photos/${id}/original`, ann.cookie)
const countQueued = async (name: string, id: string) =>
  (
    await server.deps.database.row<{ n: number }>(sql`
      select count(*)::int as n from jobs.job where name = ${name} and data->>'photo' = ${id} and state = 'created'`)
  )?.n

let restore = () => {}
afterEach(async () => {
  restore()
  await waitForBackgroundWork()
})

/**
 * Uploads a photo that is 800 by 1200 pixels when upright, with an orientation tag. Runs `beforeMiddleWidth` just
 * before the server stores the WebP file of 640 px. Returns the photo as it is at that moment.
 */
async function uploadWithoutMiddleWidth(beforeMiddleWidth: () => Promise<void>): Promise<OwnPhoto> {
  const { storage } = server.deps
  const { put: originalPut } = storage
  const middleWidthReached = Promise.withResolvers<void>()
  restore = () => {
    storage.put = originalPut
  }
  storage.put = async (name, content) => {
    if (name.endsWith('-640.webp')) {
      middleWidthReached.resolve()
      await beforeMiddleWidth()
    }
    return originalPut(name, content)
  }
  const { body } = await uploadTestPhoto(server, ann, await taggedJpeg(6))
  await middleWidthReached.promise
  return readPhoto(body.id)
}

const failStorage = () => Promise.reject(new Error('the process died'))

/**
 * Checks that the photo has all initial widths in both formats, and an upright original without metadata. Also checks
 * that one job for larger widths is queued.
 */
async function expectComplete(id: string) {
  const photo = await readPhoto(id)
  expect(photo).toMatchObject({ state: 'ready', widths: [320, 640, 800], width: 800, height: 1200 })
  for (const src of listPhotoUrls(photo))
    expect({ src, status: await fetchFileStatus(server, src) }).toEqual({ src, status: 200 })
  const original = await downloadOriginal(id)
  const { width, height, orientation, exif } = await sharp(original.rawPayload).metadata()
  expect({ width, height, orientation, exif }).toEqual({
    width: 800,
    height: 1200,
    orientation: undefined,
    exif: undefined,
  })
  expect(await countQueued('enlarge-photo', id)).toBe(1)
}

describe('new photo', () => {
  it('is ready once its smallest and largest initial widths exist, even without the middle width', async () => {
    const rest = Promise.withResolvers<void>()
    const photo = await uploadWithoutMiddleWidth(() => rest.promise)
    expect(photo.widths).toEqual([320, 800])
    for (const { src } of listRenditions(photo, 'webp')) expect(await fetchFileStatus(server, src)).toBe(200)
    rest.resolve()
    await waitForBackgroundWork()
    await expectComplete(photo.id)
  })

  it('makes GET /api/photos/{id}/original return 503 until a copy without orientation tag is stored', async () => {
    const rest = Promise.withResolvers<void>()
    const { id } = await uploadWithoutMiddleWidth(() => rest.promise)
    expect((await downloadOriginal(id)).statusCode).toBe(503)
    rest.resolve()
    await waitForBackgroundWork()
    expect((await downloadOriginal(id)).statusCode).toBe(200)
  })

  it('gets missing sizes from the `finish-photo` job if the server process dies once the photo is ready', async () => {
    const { id } = await uploadWithoutMiddleWidth(failStorage)
    await waitForBackgroundWork()
    restore()
    expect(await readPhoto(id)).toMatchObject({ state: 'ready', widths: [320, 800] })
    expect(await countQueued('enlarge-photo', id)).toBe(0)
    const ctx = createContext(server.deps, systemCaller)
    await Promise.all([finishPhoto(ctx, id as never), finishPhoto(ctx, id as never)])
    await expectComplete(id)
  })

  it('can be rotated before all initial sizes exist, and then keeps no file of the first rendering', async () => {
    const rest = Promise.withResolvers<void>()
    const photo = await uploadWithoutMiddleWidth(() => rest.promise)
    restore()
    const change = { crop: null, rotate: 90 }
    const edited = await server.call<OwnPhoto>(ann, 'PATCH', `/api/photos/${photo.id}`, change)
    expect(edited).toMatchObject({ status: 200, body: { rotate: 90, width: 1200, height: 800 } })
    rest.resolve()
    await waitForBackgroundWork()
    expect(await readPhoto(photo.id)).toMatchObject({ rotate: 90, widths: [320, 640, 1200] })
    expect(await listRenditionFiles(server, narrowestSrc(photo))).toEqual([])
    expect((await downloadOriginal(photo.id)).statusCode).toBe(200)
  })

  it('leaves no file behind when deleted before all initial sizes are stored', async () => {
    await server.deps.jobs.drain()
    const before = await listFilesOnDisk(server)
    const rest = Promise.withResolvers<void>()
    const photo = await uploadWithoutMiddleWidth(() => rest.promise)
    restore()
    expect((await server.call(ann, 'DELETE', `/api/photos/${photo.id}`)).status).toBe(204)
    await server.deps.jobs.drain()
    rest.resolve()
    await waitForBackgroundWork()
    expect(new Set(await listFilesOnDisk(server))).toEqual(new Set(before))
  })

  it('remains visible to moderators as it was reported, if it is edited before all initial sizes exist', async () => {
    const { browser } = await aModerator(server)
    const rest = Promise.withResolvers<void>()
    const photo = await uploadWithoutMiddleWidth(() => rest.promise)
    restore()
    const photos = [{ id: photo.id, alt: '' }]
    const post = (await server.call<{ id: string }>(ann, 'POST', '/api/posts', { photos, caption: '' })).body
    const report = `/api/moderation/reports/${await aReport(server, 'post', post.id)}`
    const change = { crop: { x: 0, y: 0, width: 0.5, height: 0.5 }, rotate: 0 }
    expect((await server.call(ann, 'PATCH', `/api/photos/${photo.id}`, change)).status).toBe(200)
    rest.resolve()
    await waitForBackgroundWork()
    const reported = (await browser.call<ReportDetails>('GET', report)).body.photos
    expect(reported.map(({ width }) => width)).toEqual([400, 800])
    for (const { id } of reported) expect((await browser.call('GET', `${report}/photos/${id}`)).status).toBe(200)
  })
})
