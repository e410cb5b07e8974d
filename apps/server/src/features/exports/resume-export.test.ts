import { afterEach, describe, expect, it } from 'vitest'
import { aReadyExport, aStoredPhoto, begin, download, filesOfExports, look, makeNow, sha256 } from '#testing/exports.ts'
import { aUser } from '#testing/given.ts'
import { serverForFile } from '#testing/server.ts'
import { unzip } from '#testing/unzip.ts'

const server = serverForFile()
const MB = 1024 * 1024

/** Somebody whose export is two pieces, and their photos. */
async function withTwoPieces() {
  const who = await aUser(server)
  const photos = []
  for (let at = 0; at < 3; at++) photos.push(await aStoredPhoto(server, who, 12 * MB))
  return { who, photos }
}

describe('a download', () => {
  it('goes on where it broke off, across pieces too', async () => {
    const { who, photos } = await withTwoPieces()
    const { id, sizeBytes } = await aReadyExport(server, who)
    const whole = await download(server, who, id)
    const etag = String(whole.headers.etag)
    const size = whole.bytes.length
    expect(size).toBe(sizeBytes)
    expect(size).toBeGreaterThan(32 * MB)
    const from = 20 * MB + 7
    const rest = await download(server, who, id, { range: `bytes=${from}-`, 'if-range': etag })
    expect(rest).toMatchObject({ status: 206, headers: { 'content-range': `bytes ${from}-${size - 1}/${size}` } })
    const joined = Buffer.concat([whole.bytes.subarray(0, from), rest.bytes])
    expect(sha256(joined)).toBe(sha256(whole.bytes))
    const files = await unzip(joined)
    for (const { id: photo, content } of photos)
      expect(sha256(files.get(`photos/${photo}.jpg`) ?? Buffer.alloc(0))).toBe(sha256(content))
    const last = await download(server, who, id, { range: 'bytes=-10' })
    expect(last).toMatchObject({ status: 206, bytes: whole.bytes.subarray(-10) })
    const across = await download(server, who, id, { range: `bytes=${32 * MB - 3}-${32 * MB + 70_000}` })
    expect(across.bytes.equals(whole.bytes.subarray(32 * MB - 3, 32 * MB + 70_001))).toBe(true)
  })

  it('begins anew when it is of another file, and refuses what lies behind the end', async () => {
    const who = await aUser(server)
    const { id, sizeBytes } = await aReadyExport(server, who)
    const other = await download(server, who, id, { range: 'bytes=5-', 'if-range': '"another"' })
    expect(other).toMatchObject({ status: 200, headers: { 'content-length': String(sizeBytes) } })
    const behind = await download(server, who, id, { range: `bytes=${sizeBytes}-` })
    expect(behind).toMatchObject({ status: 416, headers: { 'content-range': `bytes */${sizeBytes}` } })
    expect((await download(server, who, id, { range: 'bytes=junk' })).status).toBe(200)
  })
})

describe('a run that is killed', () => {
  let restore = () => {}
  afterEach(() => restore())

  /** The second piece is not stored before the function that this gives is called. */
  function holdSecondPiece() {
    const { storage } = server.deps
    const { put: stored } = storage
    const [held, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    let pieces = 0
    storage.put = async (name, content) => {
      if (name.endsWith('.zip') && ++pieces === 2) {
        held.resolve()
        await released.promise
      }
      return stored(name, content)
    }
    restore = () => {
      storage.put = stored
    }
    return { held: held.promise, release: released.resolve }
  }

  it('is begun again from the start; the one before, should it live, changes nothing', async () => {
    const { who, photos } = await withTwoPieces()
    const files = await filesOfExports(server)
    const { id } = (await begin(server, who)).body
    const { held, release } = holdSecondPiece()
    const first = makeNow(server, id)
    await held
    expect((await look(server, who, id)).body).toMatchObject({ state: 'running', sizeBytes: null })
    expect((await look(server, who, id)).body.progress).toBeGreaterThan(0)
    expect((await download(server, who, id)).status).toBe(409)
    await makeNow(server, id)
    const made = await download(server, who, id)
    release()
    await first
    const after = await download(server, who, id)
    expect(sha256(after.bytes)).toBe(sha256(made.bytes))
    expect((await unzip(after.bytes)).has(`photos/${photos[2]?.id}.jpg`)).toBe(true)
    expect((await look(server, who, id)).body).toMatchObject({ state: 'ready', sizeBytes: after.bytes.length })
    // The last piece of the first run came when nobody knew it any more: the sweep of files takes it.
    expect(await filesOfExports(server)).toBeLessThanOrEqual(files + 3)
    await server.runJobs()
    expect((await look(server, who, id)).body).toMatchObject({ state: 'ready', sizeBytes: after.bytes.length })
  })
})
