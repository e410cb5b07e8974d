import { afterEach, describe, expect, it } from 'vitest'
import {
  aReadyExport,
  aStoredPhoto,
  countExportFiles,
  downloadExport,
  getExport,
  runExportJob,
  sha256,
  startExport,
} from '#testing/exports.ts'
import { aUser } from '#testing/fixtures.ts'
import { serverForFile } from '#testing/server.ts'
import { unzip } from '#testing/unzip.ts'

const server = serverForFile()
const MB = 1024 * 1024

/** Creates a user with photos large enough for an export of two pieces. */
async function aUserWithTwoPieces() {
  const user = await aUser(server)
  const photos = []
  for (let at = 0; at < 3; at++) photos.push(await aStoredPhoto(server, user, 12 * MB))
  return { user, photos }
}

describe('download of an export', () => {
  it('resumes at any byte, even when the range spans two stored pieces', async () => {
    const { user, photos } = await aUserWithTwoPieces()
    const { id, sizeBytes } = await aReadyExport(server, user)
    const fullDownload = await downloadExport(server, user, id)
    const etag = String(fullDownload.headers.etag)
    const size = fullDownload.bytes.length
    expect(size).toBe(sizeBytes)
    expect(size).toBeGreaterThan(32 * MB)
    const from = 20 * MB + 7
    const remainder = await downloadExport(server, user, id, { range: `bytes=${from}-`, 'if-range': etag })
    expect(remainder).toMatchObject({ status: 206, headers: { 'content-range': `bytes ${from}-${size - 1}/${size}` } })
    const combined = Buffer.concat([fullDownload.bytes.subarray(0, from), remainder.bytes])
    expect(sha256(combined)).toBe(sha256(fullDownload.bytes))
    const files = await unzip(combined)
    for (const { id: photo, content } of photos)
      expect(sha256(files.get(`photos/${photo}.jpg`) ?? Buffer.alloc(0))).toBe(sha256(content))
    const last = await downloadExport(server, user, id, { range: 'bytes=-10' })
    expect(last).toMatchObject({ status: 206, bytes: fullDownload.bytes.subarray(-10) })
    const acrossPieces = await downloadExport(server, user, id, { range: `bytes=${32 * MB - 3}-${32 * MB + 70_000}` })
    expect(acrossPieces.bytes.equals(fullDownload.bytes.subarray(32 * MB - 3, 32 * MB + 70_001))).toBe(true)
  })

  it('restarts from the first byte if the ETag differs, and returns 416 for a range past the end', async () => {
    const user = await aUser(server)
    const { id, sizeBytes } = await aReadyExport(server, user)
    const other = await downloadExport(server, user, id, { range: 'bytes=5-', 'if-range': '"another"' })
    expect(other).toMatchObject({ status: 200, headers: { 'content-length': String(sizeBytes) } })
    const pastEnd = await downloadExport(server, user, id, { range: `bytes=${sizeBytes}-` })
    expect(pastEnd).toMatchObject({ status: 416, headers: { 'content-range': `bytes */${sizeBytes}` } })
    expect((await downloadExport(server, user, id, { range: 'bytes=junk' })).status).toBe(200)
  })
})

describe('interrupted export run', () => {
  let restore = () => {}
  afterEach(() => restore())

  /** Delays storing the second piece until `release` is called. */
  function holdSecondPiece() {
    const { storage } = server.deps
    const { put: originalPut } = storage
    const [held, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    let pieces = 0
    storage.put = async (name, content) => {
      if (name.endsWith('.zip') && ++pieces === 2) {
        held.resolve()
        await released.promise
      }
      return originalPut(name, content)
    }
    restore = () => {
      storage.put = originalPut
    }
    return { held: held.promise, release: released.resolve }
  }

  it('changes nothing if it finishes after a new run has superseded it', async () => {
    const { user, photos } = await aUserWithTwoPieces()
    const files = await countExportFiles(server)
    const { id } = (await startExport(server, user)).body
    const { held, release } = holdSecondPiece()
    const first = runExportJob(server, id)
    await held
    expect((await getExport(server, user, id)).body).toMatchObject({ state: 'running', sizeBytes: null })
    expect((await getExport(server, user, id)).body.progress).toBeGreaterThan(0)
    expect((await downloadExport(server, user, id)).status).toBe(409)
    await runExportJob(server, id)
    const finishedDownload = await downloadExport(server, user, id)
    release()
    await first
    const laterDownload = await downloadExport(server, user, id)
    expect(sha256(laterDownload.bytes)).toBe(sha256(finishedDownload.bytes))
    expect((await unzip(laterDownload.bytes)).has(`photos/${photos[2]?.id}.jpg`)).toBe(true)
    expect((await getExport(server, user, id)).body).toMatchObject({
      state: 'ready',
      sizeBytes: laterDownload.bytes.length,
    })
    // The superseded run may have stored one more piece, which the sweep deletes later.
    expect(await countExportFiles(server)).toBeLessThanOrEqual(files + 3)
    await server.runJobs()
    expect((await getExport(server, user, id)).body).toMatchObject({
      state: 'ready',
      sizeBytes: laterDownload.bytes.length,
    })
  })
})
