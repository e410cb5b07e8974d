import { readdir, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { waitForBackgroundWork } from '#features/media/background-work.ts'
import { appendPiece } from '#features/media/uploads/upload-queries.ts'
import { systemClock } from '#platform/clock.ts'
import { newFileName } from '#platform/storage/storage.ts'
import { hour } from '#testing/clock.ts'
import { startBucket, type TestBucket } from '#testing/fakes/bucket.ts'
import { aUser, type TestUser } from '#testing/fixtures.ts'
import { taggedJpeg } from '#testing/photos/images.ts'
import { waitUntilReady } from '#testing/photos/photos.ts'
import { startAnotherNode, startServer, type TestServer } from '#testing/server.ts'

const setups = { 'photos in a bucket': true, 'two processes of one machine': false }

describe.each(Object.entries(setups))('resumable upload, with %s', (_, isBucket) => {
  let [bucket, nodeA, nodeB, photo] = [] as unknown as [TestBucket, TestServer, TestServer, Buffer]
  beforeAll(async () => {
    bucket = await startBucket()
    const settings = { PHOTOS_PER_DAY: '50', ...(isBucket ? bucket.settings : { PROCESSES: '2' }) }
    nodeA = await startServer(settings)
    nodeB = await startAnotherNode(nodeA, isBucket ? settings : { ...settings, DATA_DIR: nodeA.dataDir })
    photo = await taggedJpeg()
  })
  afterAll(async () => {
    await nodeB.stop()
    await nodeA.stop()
    await bucket.stop()
  })

  type Method = 'POST' | 'HEAD' | 'PATCH' | 'DELETE'
  async function sendRequest(
    node: TestServer,
    user: TestUser,
    method: Method,
    url: string,
    more = {},
    payload?: Buffer,
  ) {
    const common = { host: 'localhost:3000', 'sec-fetch-site': 'same-origin', 'tus-resumable': '1.0.0' }
    const headers = { ...common, cookie: user.cookie, ...more }
    const { status, headers: responseHeaders } = await node.inject({
      method,
      url,
      headers,
      ...(payload && { payload }),
    })
    return {
      status,
      offset: responseHeaders['upload-offset'],
      photo: responseHeaders['photo-id'],
      location: String(responseHeaders['location']),
    }
  }
  const startUpload = async (user: TestUser, sizeBytes = photo.length) =>
    (await sendRequest(nodeA, user, 'POST', '/api/uploads', { 'upload-length': String(sizeBytes) })).location
  const send = (node: TestServer, user: TestUser, url: string, from: number, to = photo.length) => {
    const headers = { 'upload-offset': String(from), 'content-type': 'application/offset+octet-stream' }
    return sendRequest(node, user, 'PATCH', url, headers, photo.subarray(from, to))
  }
  const readOffset = (node: TestServer, user: TestUser, url: string) => sendRequest(node, user, 'HEAD', url)
  const parseUploadId = (url: string) => url.split('/').at(-1) ?? ''

  const folder = () => (isBucket ? bucket.folder : join(nodeA.dataDir, 'photos'))
  const pieces = async () => {
    await waitForBackgroundWork()
    return (await readdir(folder(), { recursive: true }).catch(() => [])).filter((file) => /\.part/.test(file))
  }
  const selectPhotos = (user: TestUser) =>
    nodeA.deps.database.rows(sql`select id from photos where owner_id = ${user.id}`)

  /** Simulates a complete upload on a node that was killed before it checked the photo. */
  async function unfinishedUpload(user: TestUser): Promise<string> {
    const url = await startUpload(user)
    const half = photo.length >> 1
    await send(nodeA, user, url, 0, half)
    const file = `${newFileName()}.part`
    await nodeA.deps.storage.put(file, photo.subarray(half))
    expect(
      await appendPiece(nodeA.deps.database, parseUploadId(url), { beginsAt: half, file }, photo.length - half),
    ).toBe(true)
    return url
  }

  it('continues at another node from the stored offset, and deletes its pieces at the end', async () => {
    const ann = await aUser(nodeA)
    const url = await startUpload(ann)
    expect(await send(nodeA, ann, url, 0, 20_000)).toMatchObject({ status: 204, offset: '20000' })
    expect(await readOffset(nodeB, ann, url)).toMatchObject({ status: 204, offset: '20000', photo: undefined })
    expect(await send(nodeB, ann, url, 20_000, 30_000)).toMatchObject({ status: 204, offset: '30000' })
    expect(await send(nodeA, ann, url, 20_000, 40_000)).toMatchObject({ status: 409 })
    const { status, photo: id } = await send(nodeA, ann, url, 30_000)
    expect([status, id]).toEqual([204, expect.stringMatching(/^[0-9a-f-]{36}$/)])
    expect(await readOffset(nodeB, ann, url)).toMatchObject({ photo: id, offset: String(photo.length) })
    expect(await waitUntilReady(nodeA, ann, String(id))).toMatchObject({ width: 1200, height: 800 })
    expect(await pieces()).toEqual([])
    expect(await nodeA.deps.database.rows(sql`select 1 from upload_pieces`)).toEqual([])
  })

  it('accepts one of two concurrent pieces at the same offset and returns 409 for the other piece', async () => {
    const ann = await aUser(nodeA)
    const url = await startUpload(ann)
    for (let offset = 0; offset < photo.length; ) {
      const [from, to] = [offset, Math.min(photo.length, offset + 10_000)]
      // The second piece is shorter, so the new offset shows which piece was stored.
      const both = await Promise.all([
        send(nodeA, ann, url, from, to),
        send(nodeB, ann, url, from, Math.max(from + 1, to - 2_000)),
      ])
      expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 409])
      const accepted = both.find(({ status }) => status === 204)
      for (const node of [nodeA, nodeB]) expect((await readOffset(node, ann, url)).offset).toBe(accepted?.offset)
      offset = Number(accepted?.offset)
    }
    const { photo: id } = await readOffset(nodeA, ann, url)
    expect(await waitUntilReady(nodeA, ann, String(id))).toMatchObject({ width: 1200, height: 800 })
    expect([await pieces(), await selectPhotos(ann)]).toEqual([[], [{ id }]])
  })

  it('ignores a stored piece without a database row until the cleanup job deletes the piece', async () => {
    const ann = await aUser(nodeA)
    const url = await startUpload(ann)
    await send(nodeA, ann, url, 0, 5_000)
    const orphan = `${newFileName()}.part`
    await nodeA.deps.storage.put(orphan, photo.subarray(5_000))
    expect(await readOffset(nodeB, ann, url)).toMatchObject({ offset: '5000', photo: undefined })
    expect(await send(nodeB, ann, url, 5_000)).toMatchObject({ status: 204, photo: expect.anything() })
    const remaining = await pieces()
    expect(remaining.some((path) => path.includes(orphan))).toBe(true)
    for (const path of remaining) await utimes(join(folder(), path), new Date(0), new Date(0))
    await nodeA.deps.jobs.send(nodeA.deps.database, 'sweep-photos', {})
    await nodeA.runJobs()
    expect(await nodeA.deps.storage.find(orphan)).toBeUndefined()
  })

  it('creates one photo if four concurrent requests finish the upload after a node was killed', async () => {
    const ann = await aUser(nodeA)
    const url = await unfinishedUpload(ann)
    const answers = await Promise.all([nodeA, nodeB, nodeA, nodeB].map((node) => readOffset(node, ann, url)))
    const [{ photo: id } = { photo: undefined }] = answers
    expect(answers).toEqual(Array.from({ length: 4 }, () => expect.objectContaining({ status: 204, photo: id })))
    expect(await selectPhotos(ann)).toEqual([{ id }])
  })

  it('returns 503 until the lock of a killed node expires, and finishes afterwards', async () => {
    const ann = await aUser(nodeA)
    const url = await unfinishedUpload(ann)
    const lockUpload = (seconds: number) =>
      nodeA.deps.database.rows(sql`
        update uploads set judge = 'killed', judged_until = clock_timestamp() + ${seconds} * interval '1 second'
        where id = ${parseUploadId(url)}`)
    await lockUpload(60)
    const waits = vi.spyOn(systemClock, 'wait').mockResolvedValue()
    try {
      expect(await readOffset(nodeB, ann, url)).toMatchObject({ status: 503 })
      expect(waits.mock.calls.reduce((sum, [ms]) => sum + ms, 0)).toBe(7_500)
    } finally {
      waits.mockRestore()
    }
    await lockUpload(1)
    expect(await readOffset(nodeB, ann, url)).toMatchObject({ status: 204, photo: expect.anything() })
  })

  it('returns the photo that another node created after this node’s lock expired', async () => {
    const ann = await aUser(nodeA)
    const [finished, url] = [await startUpload(ann), await unfinishedUpload(ann)]
    const { photo: id } = await send(nodeA, ann, finished, 0)
    const upload = sql`uploads where id = ${parseUploadId(url)}`
    // `nodeB` claims the upload, then waits for the table lock. The test then sets the upload's photo, as if another
    // node had finished the upload.
    const { request } = await nodeA.deps.database.transaction(async (db) => {
      await db.rows(sql`lock table upload_pieces in access exclusive mode`)
      const request = readOffset(nodeB, ann, url)
      await expect.poll(() => nodeB.deps.database.row(sql`select judge from ${upload}`)).not.toEqual({ judge: null })
      await db.rows(sql`delete from upload_pieces where upload_id = ${parseUploadId(url)}`)
      await db.rows(sql`update uploads set photo_id = ${String(id)}::uuid where id = ${parseUploadId(url)}`)
      return { request }
    })
    expect(await request).toMatchObject({ status: 204, photo: id })
    expect(await readOffset(nodeA, ann, url)).toMatchObject({ status: 204, photo: id })
  })

  it.runIf(isBucket)('returns 503 while the bucket is unreachable, then continues at its offset', async () => {
    const ann = await aUser(nodeA)
    const url = await startUpload(ann)
    await send(nodeA, ann, url, 0, 5_000)
    await bucket.pause()
    expect(await send(nodeA, ann, url, 5_000, 9_000)).toMatchObject({ status: 503 })
    expect(await readOffset(nodeB, ann, url)).toMatchObject({ status: 204, offset: '5000' })
    await bucket.resume()
    const complete = await unfinishedUpload(ann)
    await bucket.pause()
    expect(await readOffset(nodeA, ann, complete)).toMatchObject({ status: 503 })
    await bucket.resume()
    expect(await send(nodeB, ann, url, 5_000)).toMatchObject({ status: 204, photo: expect.anything() })
    expect(await readOffset(nodeB, ann, complete)).toMatchObject({ status: 204, photo: expect.anything() })
  })

  it('is deleted with its pieces when refused, cancelled or a day old, but not by other users (404)', async () => {
    const [ann, bob] = [await aUser(nodeA), await aUser(nodeA)]
    const leftovers = async () => [
      await nodeA.deps.database.rows(sql`select 1 from uploads where owner_id = ${ann.id}`),
      await pieces(),
    ]
    const before = await pieces()
    const cancelled = await startUpload(ann)
    await send(nodeA, ann, cancelled, 0, 5_000)
    for (const method of ['HEAD', 'DELETE'] as const)
      expect(await sendRequest(nodeB, bob, method, cancelled)).toMatchObject({ status: 404 })
    expect(await send(nodeB, bob, cancelled, 5_000)).toMatchObject({ status: 404 })
    expect((await sendRequest(nodeB, ann, 'DELETE', cancelled)).status).toBe(204)
    const refused = await startUpload(ann, 30_000)
    await send(nodeA, ann, refused, 0, 10_000)
    expect((await send(nodeB, ann, refused, 10_000, 30_000)).status).toBe(422)
    expect((await readOffset(nodeA, ann, refused)).status).toBe(404)
    expect(await leftovers()).toEqual([[], before])
    const old = await startUpload(ann)
    await send(nodeA, ann, old, 0, 5_000)
    nodeA.clock.advance(25 * hour)
    expect((await readOffset(nodeB, ann, old)).status).toBe(404)
    await nodeA.deps.jobs.send(nodeA.deps.database, 'sweep-photos', {})
    await nodeA.runJobs()
    expect((await leftovers())[0]).toEqual([])
    expect((await pieces()).length).toBeLessThanOrEqual(before.length)
  })

  it('returns 429 for the 21st unfinished upload, counted across nodes', async () => {
    const ann = await aUser(nodeA)
    for (let n = 0; n < 20; n++) await startUpload(ann)
    const more = await sendRequest(nodeB, ann, 'POST', '/api/uploads', { 'upload-length': '100' })
    expect(more.status).toBe(429)
  })
})
