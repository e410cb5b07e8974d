import { readdir, readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { listRenditions } from '@pawtrait/contract/photos/photo-renditions.ts'
import { OwnPhoto } from '@pawtrait/contract/photos/photos.ts'
import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import * as v from 'valibot'
import { beforeEach, describe, expect, test } from 'vitest'
import { hour } from '#testing/clock.ts'
import { aUser, type TestUser } from '#testing/fixtures.ts'
import { heicWithIndexLast } from '#testing/photos/heic.ts'
import {
  blackPng,
  drawnScene,
  headerOnlyPng,
  phonePhoto,
  scriptGif,
  taggedJpeg,
  unsupportedFiles,
} from '#testing/photos/images.ts'
import {
  countPhotos,
  fetchFile,
  listFilesOnDisk,
  multipartPhotoForm,
  readyPhoto,
  uploadTestPhoto,
  uploadTestPhotoWithRetries,
  waitUntilReady,
} from '#testing/photos/photos.ts'
import { serverForFile } from '#testing/server.ts'
import { waitForBackgroundWork } from './background-work.ts'
import { listDecoderPids } from './decode-photo.ts'

const server = serverForFile({ PHOTOS_PER_DAY: '5' })
let ann: TestUser
beforeEach(async () => {
  await waitForBackgroundWork()
  ann = await aUser(server)
})

describe('POST /api/photos', () => {
  // Large renderings have a low priority, so they take longer when other tests run in parallel.
  test('returns 201 after decoding, before WebP, JPEG and AVIF are rendered', { timeout: 120_000 }, async () => {
    const { status, body } = await uploadTestPhoto(server, ann, await phonePhoto())
    expect(status).toBe(201)
    expect(v.parse(OwnPhoto, body)).toMatchObject({
      state: 'processing',
      width: 4032,
      height: 3024,
      widths: [],
      avifWidths: [],
      crop: null,
    })
    expect(Buffer.from(body.placeholder, 'base64').length).toBeGreaterThan(10)

    const ready = v.parse(OwnPhoto, await waitUntilReady(server, ann, body.id))
    expect(ready).toMatchObject({ widths: [320, 640, 1080], avifWidths: [] })
    await server.runJobs()
    const { body: later } = await server.call<OwnPhoto>(ann, 'GET', `/api/photos/${body.id}`)
    expect(later).toMatchObject({ widths: [320, 640, 1080, 2048, 4032], avifWidths: [640, 1080] })
    for (const [format, read] of [
      ['webp', 'webp'],
      ['jpg', 'jpeg'],
      ['avif', 'heif'],
    ] as const)
      for (const { width, src } of listRenditions(later, format)) {
        const file = await fetchFile(server, src)
        expect({ src, status: file.statusCode }).toEqual({ src, status: 200 })
        expect(await sharp(file.rawPayload).metadata()).toMatchObject({ width, format: read })
      }
  })

  test('accepts a HEIC photo above 1 MiB with its index at the end of the file', async () => {
    const photo = await readyPhoto(server, ann, await heicWithIndexLast({ padding: 1_200_000 }))
    expect(photo).toMatchObject({ width: 512, height: 512 })
    const { rawPayload } = await fetchFile(server, listRenditions(photo, 'webp')[0]?.src ?? '', ann.cookie)
    const { channels } = await sharp(rawPayload).stats()
    expect(channels[0]?.stdev).toBeGreaterThan(5) // the photo has more than a single flat colour
  })

  test('accepts a HEIC photo and returns its size', async () => {
    const heic = await readFile(new URL('../../testing/photos/dog.heic', import.meta.url))
    expect(await readyPhoto(server, ann, heic)).toMatchObject({ width: 1000, height: 1200 })
  })

  test('returns 401 without a session', async () => {
    expect(await uploadTestPhoto(server, null, await drawnScene(60, 40).jpeg().toBuffer())).toMatchObject({
      status: 401,
    })
  })

  test.each(['../../x', 'x\0.jpg', `${'a'.repeat(4000)}.jpg`, '\u202Egpj.exe', 'photo.svg'])(
    'accepts the file name %j and stores files under random names',
    async (fileName) => {
      const { status } = await uploadTestPhoto(server, ann, await drawnScene(60, 40).jpeg().toBuffer(), { fileName })
      expect(status).toBe(201)
      expect((await listFilesOnDisk(server)).every((name) => /^[0-9a-f]{32}(-\d+)?\.(jpg|webp|avif)$/.test(name))).toBe(
        true,
      )
    },
  )

  test('returns 400 without the field `photo`, and 415 for JSON', async () => {
    const bytes = await drawnScene(60, 40).jpeg().toBuffer()
    expect(await uploadTestPhoto(server, ann, bytes, { field: 'file' })).toMatchObject({
      status: 400,
      body: { code: 'validation-failed' },
    })
    expect(await server.call(ann, 'POST', '/api/photos', { photo: 'x' })).toMatchObject({ status: 415 })
  })
})

test('POST /api/posts returns 415 for a multipart form', async () => {
  const { body, headers } = multipartPhotoForm(await drawnScene(60, 40).jpeg().toBuffer())
  expect(await server.call(ann, 'POST', '/api/posts', body, { headers })).toMatchObject({ status: 415 })
})

describe('refused POST /api/photos', () => {
  const refusals: [string, () => Promise<Buffer> | Buffer, number, string][] = [
    [
      'a truncated JPEG',
      async () => (await drawnScene(900, 700).jpeg().toBuffer()).subarray(0, 9000),
      422,
      'unreadable-photo',
    ],
    ['a header-only JPEG', async () => (await taggedJpeg()).subarray(0, 2500), 422, 'unreadable-photo'],
    ['a script with a GIF header', () => scriptGif, 422, 'unreadable-photo'],
    ['a PNG of 30000 by 30000 pixels in 110 KB', () => blackPng(30_000, 30_000), 413, 'too-many-pixels'],
    ['a PNG header of 100000 by 100000 pixels', () => headerOnlyPng(100_000, 100_000), 413, 'too-many-pixels'],
    ['a PNG of 8000 by 8000 pixels', () => blackPng(8000, 8000), 413, 'too-many-pixels'],
    ['a PNG of 12000 by 8000 pixels', () => blackPng(12_000, 8000), 413, 'too-many-pixels'],
    [
      'a file of 30 MB and one byte',
      () => Buffer.concat([Buffer.from('ffd8ffe0', 'hex'), Buffer.alloc(30 * 1024 * 1024 - 3)]),
      413,
      'too-large',
    ],
  ]
  test.each(refusals)('leaves no file or database row behind for %s', async (_name, make, status, code) => {
    const before = await listFilesOnDisk(server)
    expect(await uploadTestPhoto(server, ann, await make())).toMatchObject({ status, body: { code } })
    expect(await listFilesOnDisk(server)).toEqual(before)
    expect(await countPhotos(server, ann)).toBe(0)
  })

  test('leaves no file behind for formats other than the six accepted ones (415)', async () => {
    const before = await listFilesOnDisk(server)
    for (const bytes of Object.values(await unsupportedFiles()))
      expect(await uploadTestPhoto(server, ann, bytes, { fileName: 'cat.jpg' })).toMatchObject({
        status: 415,
        body: { code: 'unsupported-media-type' },
      })
    expect(await listFilesOnDisk(server)).toEqual(before)
  })

  test('leaves no file behind when the decoder crashes (422), and does not affect the next upload', async () => {
    const before = await listFilesOnDisk(server)
    expect(await uploadWhileKilling('SIGSEGV')).toMatchObject({ status: 422, body: { code: 'unreadable-photo' } })
    expect(await listFilesOnDisk(server)).toEqual(before)
    expect((await uploadTestPhoto(server, ann, await drawnScene(60, 40).jpeg().toBuffer())).status).toBe(201)
  })
})

describe('hourly limit of refused files', () => {
  const text = Buffer.from('not a photo at all, but long enough to be looked at by its first bytes')
  /** Sets the counter of refused files to 59, one below the limit per hour. */
  const nearlyExhaustLimit = () => {
    const ends = new Date(server.clock.now().getTime() + hour).toISOString()
    return server.deps.database.rows(sql`
      insert into throttles (key, count, ends_at) values (${`photo-refused:${ann.id}`}, 59, ${ends})`)
  }
  const countRefused = async () =>
    (
      await server.deps.database.row<{ count: number }>(sql`
        select count from throttles where key = ${`photo-refused:${ann.id}`}`)
    )?.count
  /** Uploads two more invalid files and returns the two status codes. */
  const uploadTwoMore = async () => [
    (await uploadTestPhoto(server, ann, text)).status,
    (await uploadTestPhoto(server, ann, text)).status,
  ]

  const unavailable = { status: 503, body: { code: 'unavailable' }, headers: { 'retry-after': '5' } }

  test.each([
    ['a full disk', 'ENOSPC', { status: 507, body: { code: 'storage-full' } }],
    ['too many open files', 'EMFILE', unavailable],
  ])('does not count uploads that fail because of %s', async (_name, code, refused) => {
    await nearlyExhaustLimit()
    const { put } = server.deps.storage
    server.deps.storage.put = () => Promise.reject(Object.assign(new Error(code), { code }))
    const small = await drawnScene(60, 40).jpeg().toBuffer()
    try {
      for (let i = 0; i < 3; i++) expect(await uploadTestPhoto(server, ann, small)).toMatchObject(refused)
    } finally {
      server.deps.storage.put = put
    }
    expect(await uploadTwoMore()).toEqual([415, 429])
  })

  test('does not count uploads when their decoder is killed with SIGKILL', async () => {
    await nearlyExhaustLimit()
    const before = await listFilesOnDisk(server)
    for (let i = 0; i < 2; i++) {
      const refused = await uploadWhileKilling('SIGKILL')
      expect(refused).toMatchObject(unavailable)
    }
    expect(await listFilesOnDisk(server)).toEqual(before)
    expect(await uploadTwoMore()).toEqual([415, 429])
  })

  test('does not count an interrupted upload', async () => {
    await nearlyExhaustLimit()
    for (let i = 0; i < 2; i++) {
      await abortUpload()
      // The server deletes the file first, and decrements the counter of attempts afterwards.
      await expect.poll(countRefused).toBe(59)
    }
    expect(await uploadTwoMore()).toEqual([415, 429])
  })

  test('does not count uploads that the daily quota or a full decoder queue refuses', async () => {
    await nearlyExhaustLimit()
    const small = await drawnScene(60, 40).jpeg().toBuffer()
    const replies = await Promise.all(Array.from({ length: 8 }, () => uploadTestPhotoWithRetries(server, ann, small)))
    expect(replies.filter(({ status }) => status === 429).length).toBeGreaterThan(3)
    await server.deps.database.rows(sql`delete from photos where owner_id = ${ann.id}`)
    expect(await uploadTwoMore()).toEqual([415, 429])
  })
})

/** Uploads a photo, sends `signal` to all decoders until the response arrives, and waits until the decoders end. */
async function uploadWhileKilling(signal: NodeJS.Signals) {
  const upload = uploadTestPhoto(server, ann, await phonePhoto())
  const killedPids = new Set<number>()
  const killTimer = setInterval(() => {
    for (const pid of listDecoderPids()) {
      process.kill(pid, signal)
      killedPids.add(pid)
    }
  }, 5)
  const response = await upload.finally(() => clearInterval(killTimer))
  await expect.poll(() => listDecoderPids().filter((pid) => killedPids.has(pid))).toEqual([])
  return response
}

let address: URL | undefined
/** Sends the first bytes of a photo over a real connection, then closes it. */
async function abortUpload() {
  address ??= new URL(await server.app.fastify.listen({ port: 0, host: '127.0.0.1' }))
  const { body, headers } = multipartPhotoForm(await drawnScene(900, 700).jpeg().toBuffer())
  const socket = connect(Number(address.port), '127.0.0.1')
  const lines = [
    'POST /api/photos HTTP/1.1',
    `Host: ${address.host}`,
    `Cookie: ${ann.cookie}`,
    'Sec-Fetch-Site: same-origin',
  ]
  const headerLines = [...lines, `Content-Type: ${headers['content-type']}`, `Content-Length: ${body.length}`]
  socket.write(`${headerLines.join('\r\n')}\r\n\r\n`)
  socket.write(body.subarray(0, 5000))
  await expect.poll(async () => (await readdir(join(server.dataDir, 'photos', 'work'))).length).toBeGreaterThan(0)
  socket.destroy()
  await expect.poll(() => readdir(join(server.dataDir, 'photos', 'work')), { timeout: 15_000 }).toEqual([])
}

describe('interrupted or malformed form upload', () => {
  test('leaves no file behind and logs no internal error when the connection closes', async () => {
    const before = await listFilesOnDisk(server)
    const logLength = server.lines.length
    await abortUpload()
    expect(server.lines.slice(logLength).filter((line) => line.includes('"bug"'))).toEqual([])
    expect(await listFilesOnDisk(server)).toEqual(before)
  })

  test.each(['multipart/form-data', 'multipart/form-data; boundary=', 'multipart/form-data; boundary=x'])(
    'gets 400 or 415 for a malformed body of type %s',
    async (type) => {
      const { status } = await server.call(ann, 'POST', '/api/photos', 'nothing of a form', {
        headers: { 'content-type': type },
      })
      expect([400, 415]).toContain(status)
    },
  )
})
