import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { examineInstance } from '#app/cli/doctor.ts'
import { waitForBackgroundWork } from '#features/media/background-work.ts'
import { aReadyExport, aStoredPhoto, downloadExport } from '#testing/exports.ts'
import { startBucket, type TestBucket } from '#testing/fakes/bucket.ts'
import { aUser } from '#testing/fixtures.ts'
import { drawnScene } from '#testing/photos/images.ts'
import {
  anAttachedPhoto,
  fetchFile,
  fetchFileStatus,
  narrowestSrc,
  readyPhoto,
  uploadTestPhoto,
} from '#testing/photos/photos.ts'
import { startServer, type TestServer } from '#testing/server.ts'
import { unzip } from '#testing/unzip.ts'

let bucket: TestBucket
let server: TestServer
beforeAll(async () => {
  bucket = await startBucket()
  server = await startServer(bucket.settings)
})
afterAll(async () => {
  await server.stop()
  await bucket.stop()
})

const objectsOf = async (src: string) =>
  (await readdir(bucket.folder, { recursive: true })).filter((file) => file.includes(src.split('/')[2] ?? 'none'))

const doctorSays = async () =>
  (await examineInstance({ ...bucket.settings, DATA_DIR: server.dataDir }, false)).find(
    ({ what }) => what === 'storage',
  )

const onDisk = async () =>
  (await readdir(join(server.dataDir, 'photos'), { recursive: true })).filter((file) => file !== 'work')

const bytes = () => drawnScene(340, 255).jpeg().toBuffer()

it('an export is stored only in the bucket, and can be downloaded from there in two ranges', async () => {
  const owner = await aUser(server)
  const photos = [await aStoredPhoto(server, owner, 20_000_000), await aStoredPhoto(server, owner, 20_000_000)]
  const { id, sizeBytes } = await aReadyExport(server, owner)
  expect((await onDisk()).filter((file) => file.endsWith('.zip'))).toEqual([])
  const [from, size] = [30_000_000, Number(sizeBytes)]
  const head = await downloadExport(server, owner, id, { range: `bytes=0-${from - 1}` })
  const rest = await downloadExport(server, owner, id, { range: `bytes=${from}-` })
  expect(rest).toMatchObject({ status: 206, headers: { 'content-range': `bytes ${from}-${size - 1}/${size}` } })
  const files = await unzip(Buffer.concat([head.bytes, rest.bytes]))
  for (const { id: photo, content } of photos) expect(files.get(`photos/${photo}.jpg`)?.equals(content)).toBe(true)
}, 60_000)

describe('photos in a bucket', () => {
  it('are served at signed URLs without a copy on the disk, also for range requests', async () => {
    const owner = await aUser(server)
    const photo = await anAttachedPhoto(server, owner, false)
    const shown = await fetchFile(server, narrowestSrc(photo))
    expect([shown.statusCode, shown.headers['content-type']]).toEqual([200, 'image/webp'])
    expect(shown.rawPayload).toHaveLength(Number(shown.headers['content-length']))
    const part = await server.app.fastify.inject({
      url: narrowestSrc(photo),
      headers: { host: 'localhost:3000', range: 'bytes=4-7' },
    })
    expect([part.statusCode, part.rawPayload]).toEqual([206, shown.rawPayload.subarray(4, 8)])
    expect(await fetchFileStatus(server, narrowestSrc(photo).split('?')[0] ?? '')).toBe(404)
    expect((await objectsOf(narrowestSrc(photo))).length).toBeGreaterThan(0)
    await waitForBackgroundWork()
    expect(await onDisk()).toEqual([])
  })

  it('are deleted from the bucket when the user deletes them, and their URL then returns 410', async () => {
    const owner = await aUser(server)
    const photo = await readyPhoto(server, owner, await bytes())
    expect((await objectsOf(narrowestSrc(photo))).length).toBeGreaterThan(0)
    expect((await server.call(owner, 'DELETE', `/api/photos/${photo.id}`)).status).toBe(204)
    await server.runJobs()
    expect(await fetchFileStatus(server, narrowestSrc(photo))).toBe(410)
    expect(await objectsOf(narrowestSrc(photo))).toEqual([])
  })

  it('cannot be uploaded or read (503) while the bucket is unreachable', async () => {
    const owner = await aUser(server)
    const photo = await anAttachedPhoto(server, owner, true)
    await bucket.pause()
    const refused = await uploadTestPhoto(server, owner, await bytes())
    expect(refused).toMatchObject({ status: 503, body: { code: 'unavailable', retryAfterSeconds: 5 } })
    expect(await fetchFileStatus(server, narrowestSrc(photo))).toBe(503)
    expect(await doctorSays()).toMatchObject({ ok: false, says: expect.stringContaining('is unavailable') })
    await waitForBackgroundWork()
    expect(await onDisk()).toEqual([])
    expect((await server.call(owner, 'GET', '/api/session')).status).toBe(200)
    await bucket.resume()
    expect(await doctorSays()).toEqual({ what: 'storage', ok: true, says: 'the bucket photos answers.' })
    expect(await fetchFileStatus(server, narrowestSrc(photo))).toBe(200)
    expect((await readyPhoto(server, owner, await bytes())).state).toBe('ready')
  })
})
