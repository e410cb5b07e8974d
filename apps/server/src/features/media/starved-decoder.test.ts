import type { PhotoId } from '@pawtrait/contract/ids.ts'
import type { OwnPhoto } from '@pawtrait/contract/photos/photos.ts'
import { sql } from 'drizzle-orm'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createContext, systemCaller } from '#platform/context.ts'
import { ChildPool } from '#platform/process/child-pool.ts'
import { availableCores } from '#platform/process/cores.ts'
import { day, hour, minute } from '#testing/clock.ts'
import { aUser, type TestUser } from '#testing/fixtures.ts'
import { drawnScene, phonePhoto } from '#testing/photos/images.ts'
import { fetchFile, uploadTestPhoto, waitUntilReady } from '#testing/photos/photos.ts'
import { serverForFile } from '#testing/server.ts'
import { waitForBackgroundWork } from './background-work.ts'
import { listDecoderPids } from './decode-photo.ts'
import { finishPhoto } from './finish-photo.ts'
import { sweepPhotos } from './sweep-photos.ts'

const server = serverForFile()
let ann: TestUser
beforeAll(async () => {
  ann = await aUser(server)
})
// Uses fake timers, so that a minute of waiting takes no time. A stopped decoder uses no CPU time.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
})
afterEach(async () => {
  vi.useRealTimers()
  await waitForBackgroundWork()
})

const signalDecoders = (name: NodeJS.Signals) => listDecoderPids().forEach((pid) => process.kill(pid, name))
const readPhoto = async (id: string) => (await server.call<OwnPhoto>(ann, 'GET', `/api/photos/${id}`)).body
const ctx = () => createContext(server.deps, systemCaller)

/** Starts a decoding and stops its decoder with SIGSTOP, as on a machine without free CPU time. */
async function startWithStoppedDecoder<T>(begin: () => Promise<T>) {
  // Kills all decoders first, because a decoder of the previous test could finish the photo before SIGSTOP.
  signalDecoders('SIGKILL')
  await expect.poll(listDecoderPids).toEqual([])
  const runSpy = vi.spyOn(ChildPool.prototype, 'run')
  const pending = begin()
  const settled = vi.fn()
  void pending.then(settled, settled)
  await expect.poll(() => listDecoderPids().length).toBe(1)
  signalDecoders('SIGSTOP')
  await expect.poll(() => runSpy.mock.calls.length).toBe(1)
  runSpy.mockRestore()
  return { pending, settled }
}

describe('upload while the decoder gets no CPU time', () => {
  test('gets 201 if the decoder continues after 45 seconds', async () => {
    const bytes = await phonePhoto()
    const { pending, settled } = await startWithStoppedDecoder(() => uploadTestPhoto(server, ann, bytes))
    await vi.advanceTimersByTimeAsync(45_000)
    expect(settled).not.toHaveBeenCalled()
    signalDecoders('SIGCONT')
    expect(await pending).toMatchObject({ status: 201, body: { width: 4032, height: 3024 } })
  })

  test('gets 503 with Retry-After after a minute, and does not count as a refused file', async () => {
    const bytes = await drawnScene(400, 300).jpeg().toBuffer()
    const bob = await aUser(server)
    const ends = new Date(server.clock.now().getTime() + hour).toISOString()
    await server.deps.database.rows(sql`
      insert into throttles (key, count, ends_at) values (${`photo-refused:${bob.id}`}, 59, ${ends})`)
    const { pending } = await startWithStoppedDecoder(() => uploadTestPhoto(server, bob, bytes))
    await vi.advanceTimersByTimeAsync(65_000)
    expect(await pending).toMatchObject({
      status: 503,
      body: { code: 'unavailable', retryAfterSeconds: 5 },
      headers: { 'retry-after': '5' },
    })
    expect(server.lines.filter((line) => line.includes('"decoder"')).join()).toContain('starved')
    expect((await uploadTestPhoto(server, bob, bytes)).status).toBe(201)
  })
})

describe('upload while the decoder queue or the user’s share of the queue is full', () => {
  /** Uploads photos until the server refuses one. All earlier uploads wait for a stopped decoder. */
  async function uploadUntilRefused(by: TestUser, bytes: Buffer) {
    const waiting: ReturnType<typeof uploadTestPhoto>[] = []
    const refused = Promise.withResolvers<Awaited<ReturnType<typeof uploadTestPhoto>>>()
    const isRefused = vi.fn()
    while (waiting.length < 100 * availableCores() && !isRefused.mock.calls.length) {
      const runSpy = vi.spyOn(ChildPool.prototype, 'run')
      const upload = uploadTestPhoto(server, by, bytes)
      void upload.then((reply) => {
        if (reply.status !== 503) return
        isRefused()
        refused.resolve(reply)
      })
      await expect.poll(() => runSpy.mock.calls.length + isRefused.mock.calls.length).toBeGreaterThan(0)
      runSpy.mockRestore()
      signalDecoders('SIGSTOP')
      waiting.push(upload)
    }
    return { refusal: await refused.promise, waiting }
  }

  test('gets 503 with Retry-After immediately, while the queued photos are still decoded', async () => {
    signalDecoders('SIGKILL')
    await expect.poll(listDecoderPids).toEqual([])
    const bytes = await drawnScene(400, 300).jpeg().toBuffer()
    const waiting: ReturnType<typeof uploadTestPhoto>[] = []
    for (const by of [ann, await aUser(server), await aUser(server), await aUser(server)]) {
      const result = await uploadUntilRefused(by, bytes)
      expect(result.refusal).toMatchObject({ body: { code: 'unavailable' }, headers: { 'retry-after': '5' } })
      // One user's share is a quarter of the queue: two photos per core. In addition, each decoder may be processing
      // one photo.
      expect(result.waiting.length - 1).toBeGreaterThanOrEqual(2 * availableCores())
      expect(result.waiting.length - 1).toBeLessThanOrEqual(3 * availableCores())
      waiting.push(...result.waiting)
    }
    expect((await uploadTestPhoto(server, await aUser(server), bytes)).status).toBe(503)
    signalDecoders('SIGCONT')
    const statuses = (await Promise.all(waiting)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 201).length).toBeGreaterThanOrEqual(8 * availableCores())
    expect(new Set(statuses)).toEqual(new Set([201, 503]))
    expect((await uploadTestPhoto(server, ann, bytes)).status).toBe(201)
  })
})

describe('accepted photo without renderings', () => {
  const selectOriginalName = async (id: string) =>
    (
      await server.deps.database.row<{ file: string }>(sql`
      select original_name || '.' || original_format as file from photos where id = ${id}`)
    )?.file ?? ''
  const readUnfinishedMetric = async () =>
    /^photos_unfinished (\d+)$/m.exec((await server.call(null, 'GET', '/metrics', undefined, { ip: '127.0.0.1' })).text)

  /** Creates a photo as it is after a crash between acceptance and rendering. */
  async function acceptedPhoto(): Promise<PhotoId> {
    const { body } = await uploadTestPhoto(server, ann, await drawnScene(1600, 1200).jpeg().toBuffer())
    await waitUntilReady(server, ann, body.id)
    await server.deps.database.rows(sql`update photos set state = 'processing', widths = '{}' where id = ${body.id}`)
    return body.id
  }

  test.each([
    ['gets no CPU time', async () => void (await vi.advanceTimersByTimeAsync(65_000)), 'starved'],
    ['is killed', async () => signalDecoders('SIGKILL'), 'killed'],
    ['crashes', async () => signalDecoders('SIGSEGV'), 'crashed'],
  ])('remains `processing`, even after two days, when the decoder %s', async (_name, disturbDecoder, reason) => {
    const id = await acceptedPhoto()
    server.clock.advance(2 * day)
    const { pending } = await startWithStoppedDecoder(() => finishPhoto(ctx(), id))
    await disturbDecoder()
    signalDecoders('SIGCONT')
    await expect(pending).rejects.toMatchObject({ reason })
    expect((await readPhoto(id)).state).toBe('processing')
    expect(await server.deps.storage.get(await selectOriginalName(id))).toBeDefined()
    const logLines = server.lines.filter((line) => line.includes('"photo-unfinished"') && line.includes(id)).join()
    expect(logLines).toContain(reason)
    expect(Number((await readUnfinishedMetric())?.[1])).toBeGreaterThan(0)
    await finishPhoto(ctx(), id)
    expect((await readPhoto(id)).state).toBe('ready')
  })

  test('is rendered again after failures, up to 10,000 times, with a backoff of up to six hours', async () => {
    const queue = await server.deps.database.row(sql`
      select retry_limit, retry_backoff, retry_delay, retry_delay_max from jobs.queue where name = 'finish-photo'`)
    expect(queue).toEqual({ retry_limit: 10_000, retry_backoff: true, retry_delay: 4, retry_delay_max: 21_600 })
  })

  test('gets no second `finish-photo` job from the sweep while the first job is queued', async () => {
    await server.deps.database.rows(sql`delete from jobs.job where name = 'finish-photo'`)
    const id = await acceptedPhoto()
    const jobs = async () =>
      (await server.deps.jobs.waiting('finish-photo')).filter((data) => JSON.stringify(data).includes(id))
    expect(await jobs()).toHaveLength(1)
    server.clock.advance(2 * hour + minute)
    const { send } = server.deps.jobs
    const sentJobs: string[] = []
    server.deps.jobs.send = (db, name, data, options) => (sentJobs.push(name), send(db, name, data, options))
    // Runs only the sweep, because `runJobs` would also run the queued job and finish the photo.
    await sweepPhotos(ctx())
    server.deps.jobs.send = send
    expect(sentJobs).not.toContain('finish-photo')
    expect(await jobs()).toHaveLength(1)
  })

  test('is marked as failed if its original is unreadable, but can still be downloaded and deleted', async () => {
    const id = await acceptedPhoto()
    const original = await selectOriginalName(id)
    const bytes = Buffer.from('not a photo any more')
    await server.deps.storage.put(original, bytes)
    await finishPhoto(ctx(), id)
    expect((await readPhoto(id)).state).toBe('failed')
    await server.runJobs()
    server.clock.advance(hour)
    expect((await fetchFile(server, `/api/photos/${id}/original`, ann.cookie)).rawPayload).toEqual(bytes)
    expect(await server.call(ann, 'DELETE', `/api/photos/${id}`)).toMatchObject({ status: 204 })
    await server.runJobs()
    expect(await server.deps.storage.get(original)).toBeUndefined()
  })
})
