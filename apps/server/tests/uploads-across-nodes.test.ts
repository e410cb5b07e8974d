import { readdir, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { backgroundWorkDone } from '#features/media/background-work.ts'
import { appendPiece } from '#features/media/uploads/upload-queries.ts'
import { systemClock } from '#platform/clock.ts'
import { newName } from '#platform/storage/storage.ts'
import { hour } from '#testing/clock.ts'
import { startBucket, type TestBucket } from '#testing/fakes/bucket.ts'
import { aUser, type TestUser } from '#testing/given.ts'
import { taggedJpeg } from '#testing/photos/images.ts'
import { untilReady } from '#testing/photos/photos.ts'
import { anotherNode, startServer, type TestServer } from '#testing/server.ts'

const places = { 'photos in a bucket': true, 'two processes of one machine': false }

describe.each(Object.entries(places))('an upload in pieces, with %s', (_, isBucket) => {
  let [bucket, one, two, photo] = [] as unknown as [TestBucket, TestServer, TestServer, Buffer]
  beforeAll(async () => {
    bucket = await startBucket()
    const settings = { PHOTOS_PER_DAY: '50', ...(isBucket ? bucket.settings : { PROCESSES: '2' }) }
    one = await startServer(settings)
    two = await anotherNode(one, isBucket ? settings : { ...settings, DATA_DIR: one.dataDir })
    photo = await taggedJpeg()
  })
  afterAll(async () => {
    await two.stop()
    await one.stop()
    await bucket.stop()
  })

  type Method = 'POST' | 'HEAD' | 'PATCH' | 'DELETE'
  async function speak(at: TestServer, who: TestUser, method: Method, url: string, more = {}, payload?: Buffer) {
    const common = { host: 'localhost:3000', 'sec-fetch-site': 'same-origin', 'tus-resumable': '1.0.0' }
    const headers = { ...common, cookie: who.cookie, ...more }
    const { status, headers: said } = await at.inject({ method, url, headers, ...(payload && { payload }) })
    return { status, offset: said['upload-offset'], photo: said['photo-id'], location: String(said['location']) }
  }
  const begin = async (who: TestUser, sizeBytes = photo.length) =>
    (await speak(one, who, 'POST', '/api/uploads', { 'upload-length': String(sizeBytes) })).location
  const send = (at: TestServer, who: TestUser, url: string, from: number, to = photo.length) => {
    const headers = { 'upload-offset': String(from), 'content-type': 'application/offset+octet-stream' }
    return speak(at, who, 'PATCH', url, headers, photo.subarray(from, to))
  }
  const standsAt = (at: TestServer, who: TestUser, url: string) => speak(at, who, 'HEAD', url)
  const idOf = (url: string) => url.split('/').at(-1) ?? ''

  const folder = () => (isBucket ? bucket.folder : join(one.dataDir, 'photos'))
  const pieces = async () => {
    await backgroundWorkDone()
    return (await readdir(folder(), { recursive: true }).catch(() => [])).filter((file) => /\.part/.test(file))
  }
  const photosOf = (who: TestUser) => one.deps.database.rows(sql`select id from photos where owner_id = ${who.id}`)

  /** An upload whose last piece was kept, and whose node was killed before it judged. */
  async function wholeUnjudged(who: TestUser): Promise<string> {
    const url = await begin(who)
    const half = photo.length >> 1
    await send(one, who, url, 0, half)
    const file = `${newName()}.part`
    await one.deps.storage.put(file, photo.subarray(half))
    expect(await appendPiece(one.deps.database, idOf(url), { beginsAt: half, file }, photo.length - half)).toBe(true)
    return url
  }

  it('goes on at another node, which knows what is kept, and leaves no piece', async () => {
    const ann = await aUser(one)
    const url = await begin(ann)
    expect(await send(one, ann, url, 0, 20_000)).toMatchObject({ status: 204, offset: '20000' })
    expect(await standsAt(two, ann, url)).toMatchObject({ status: 204, offset: '20000', photo: undefined })
    expect(await send(two, ann, url, 20_000, 30_000)).toMatchObject({ status: 204, offset: '30000' })
    expect(await send(one, ann, url, 20_000, 40_000)).toMatchObject({ status: 409 })
    const { status, photo: id } = await send(one, ann, url, 30_000)
    expect([status, id]).toEqual([204, expect.stringMatching(/^[0-9a-f-]{36}$/)])
    expect(await standsAt(two, ann, url)).toMatchObject({ photo: id, offset: String(photo.length) })
    expect(await untilReady(one, ann, String(id))).toMatchObject({ width: 1200, height: 800 })
    expect(await pieces()).toEqual([])
    expect(await one.deps.database.rows(sql`select 1 from upload_pieces`)).toEqual([])
  })

  it('takes one of two pieces that come to two nodes at once, and loses nothing', async () => {
    const ann = await aUser(one)
    const url = await begin(ann)
    for (let offset = 0; offset < photo.length; ) {
      const [from, to] = [offset, Math.min(photo.length, offset + 10_000)]
      // The second says less: what is kept must be of one of them, whole.
      const both = await Promise.all([
        send(one, ann, url, from, to),
        send(two, ann, url, from, Math.max(from + 1, to - 2_000)),
      ])
      expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 409])
      const taken = both.find(({ status }) => status === 204)
      for (const node of [one, two]) expect((await standsAt(node, ann, url)).offset).toBe(taken?.offset)
      offset = Number(taken?.offset)
    }
    const { photo: id } = await standsAt(one, ann, url)
    expect(await untilReady(one, ann, String(id))).toMatchObject({ width: 1200, height: 800 })
    expect([await pieces(), await photosOf(ann)]).toEqual([[], [{ id }]])
  })

  it('does not count a piece whose node was killed before it was written down; it is swept', async () => {
    const ann = await aUser(one)
    const url = await begin(ann)
    await send(one, ann, url, 0, 5_000)
    const lost = `${newName()}.part`
    await one.deps.storage.put(lost, photo.subarray(5_000))
    expect(await standsAt(two, ann, url)).toMatchObject({ offset: '5000', photo: undefined })
    expect(await send(two, ann, url, 5_000)).toMatchObject({ status: 204, photo: expect.anything() })
    const left = await pieces()
    expect(left.some((path) => path.includes(lost))).toBe(true)
    for (const path of left) await utimes(join(folder(), path), new Date(0), new Date(0))
    await one.deps.jobs.send(one.deps.database, 'sweep-photos', {})
    await one.runJobs()
    expect(await one.deps.storage.find(lost)).toBeUndefined()
  })

  it('is judged once, by whichever nodes are asked at once after a kill', async () => {
    const ann = await aUser(one)
    const url = await wholeUnjudged(ann)
    const asked = await Promise.all([one, two, one, two].map((node) => standsAt(node, ann, url)))
    const [{ photo: id } = { photo: undefined }] = asked
    expect(asked).toEqual(Array.from({ length: 4 }, () => expect.objectContaining({ status: 204, photo: id })))
    expect(await photosOf(ann)).toEqual([{ id }])
  })

  it('waits for a judge who was killed no longer than seconds', async () => {
    const ann = await aUser(one)
    const url = await wholeUnjudged(ann)
    const claim = (seconds: number) =>
      one.deps.database.rows(sql`
        update uploads set judge = 'killed', judged_until = clock_timestamp() + ${seconds} * interval '1 second'
        where id = ${idOf(url)}`)
    await claim(60)
    const waits = vi.spyOn(systemClock, 'wait').mockResolvedValue()
    try {
      expect(await standsAt(two, ann, url)).toMatchObject({ status: 503 })
      expect(waits.mock.calls.reduce((sum, [ms]) => sum + ms, 0)).toBe(7_500)
    } finally {
      waits.mockRestore()
    }
    await claim(1)
    expect(await standsAt(two, ann, url)).toMatchObject({ status: 204, photo: expect.anything() })
  })

  it('keeps the verdict when a judge whose claim ran out finds the pieces gone', async () => {
    const ann = await aUser(one)
    const [settled, url] = [await begin(ann), await wholeUnjudged(ann)]
    const { photo: id } = await send(one, ann, settled, 0)
    const upload = sql`uploads where id = ${idOf(url)}`
    // Between the claim of this one and its first piece another judges.
    const { asked } = await one.deps.database.transaction(async (db) => {
      await db.rows(sql`lock table upload_pieces in access exclusive mode`)
      const asked = standsAt(two, ann, url)
      await expect.poll(() => two.deps.database.row(sql`select judge from ${upload}`)).not.toEqual({ judge: null })
      await db.rows(sql`delete from upload_pieces where upload_id = ${idOf(url)}`)
      await db.rows(sql`update uploads set photo_id = ${String(id)}::uuid where id = ${idOf(url)}`)
      return { asked }
    })
    expect(await asked).toMatchObject({ status: 204, photo: id })
    expect(await standsAt(one, ann, url)).toMatchObject({ status: 204, photo: id })
  })

  it.runIf(isBucket)('answers 503 while the bucket is away, keeps where it stands, and goes on', async () => {
    const ann = await aUser(one)
    const url = await begin(ann)
    await send(one, ann, url, 0, 5_000)
    await bucket.pause()
    expect(await send(one, ann, url, 5_000, 9_000)).toMatchObject({ status: 503 })
    expect(await standsAt(two, ann, url)).toMatchObject({ status: 204, offset: '5000' })
    await bucket.resume()
    const whole = await wholeUnjudged(ann)
    await bucket.pause()
    expect(await standsAt(one, ann, whole)).toMatchObject({ status: 503 })
    await bucket.resume()
    expect(await send(two, ann, url, 5_000)).toMatchObject({ status: 204, photo: expect.anything() })
    expect(await standsAt(two, ann, whole)).toMatchObject({ status: 204, photo: expect.anything() })
  })

  it('is its owner’s alone, and when it is refused, cancelled or a day old nothing is left', async () => {
    const [ann, bob] = [await aUser(one), await aUser(one)]
    const left = async () => [
      await one.deps.database.rows(sql`select 1 from uploads where owner_id = ${ann.id}`),
      await pieces(),
    ]
    const before = await pieces()
    const cancelled = await begin(ann)
    await send(one, ann, cancelled, 0, 5_000)
    for (const method of ['HEAD', 'DELETE'] as const)
      expect(await speak(two, bob, method, cancelled)).toMatchObject({ status: 404 })
    expect(await send(two, bob, cancelled, 5_000)).toMatchObject({ status: 404 })
    expect((await speak(two, ann, 'DELETE', cancelled)).status).toBe(204)
    const refused = await begin(ann, 30_000)
    await send(one, ann, refused, 0, 10_000)
    expect((await send(two, ann, refused, 10_000, 30_000)).status).toBe(422)
    expect((await standsAt(one, ann, refused)).status).toBe(404)
    expect(await left()).toEqual([[], before])
    const old = await begin(ann)
    await send(one, ann, old, 0, 5_000)
    one.clock.advance(25 * hour)
    expect((await standsAt(two, ann, old)).status).toBe(404)
    await one.deps.jobs.send(one.deps.database, 'sweep-photos', {})
    await one.runJobs()
    expect((await left())[0]).toEqual([])
    expect((await pieces()).length).toBeLessThanOrEqual(before.length)
  })

  it('counts what is unfinished at all nodes together', async () => {
    const ann = await aUser(one)
    for (let n = 0; n < 20; n++) await begin(ann)
    const more = await speak(two, ann, 'POST', '/api/uploads', { 'upload-length': '100' })
    expect(more.status).toBe(429)
  })
})
