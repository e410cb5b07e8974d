import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import type { ReportDetails, ReportQueue } from '@pawtrait/contract/moderation/moderation-desk.ts'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { exportedPhotos } from '#features/media/export-queries.ts'
import { sweepPhotos } from '#features/media/sweep-photos.ts'
import { createContext, systemCaller } from '#platform/context.ts'
import { day } from '#testing/clock.ts'
import { aUser } from '#testing/fixtures.ts'
import { aModerator } from '#testing/moderators.ts'
import { detailedPicture } from '#testing/photos/images.ts'
import { uploadTestPhoto } from '#testing/photos/photos.ts'
import { serverForFile } from '#testing/server.ts'
import { refreshHashList } from './refresh-hash-list.ts'
import { findEvidencePhoto, listEvidencePhotos } from './refuse-known-picture.ts'

let list = ''
let status = 200
let location: string | undefined
/** If set, the test server of the hash list calls this function to send a faulty response. */
let send: ((response: ServerResponse) => void) | undefined
const lists = createServer((_request, response) => {
  if (send) return send(response)
  response.writeHead(status, { 'content-length': Buffer.byteLength(list), ...(location && { location }) }).end(list)
})
await new Promise<void>((done) => void lists.listen(0, '127.0.0.1', done))
afterAll(() => void lists.close())

const server = serverForFile({ HASH_LIST_URL: 'https://lists.example/hashes.txt' })
beforeAll(() => {
  server.deps.config.hashListUrl = `http://127.0.0.1:${(lists.address() as AddressInfo).port}/`
})
const ctx = () => createContext(server.deps, systemCaller)

let pictures = 8100
const aPicture = () =>
  detailedPicture((pictures += 1), 700, 500)
    .jpeg()
    .toBuffer()
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const refused = { status: 422, body: { code: 'picture-taken-down' } }

describe('picture on the operator’s hash list', () => {
  it('is refused with 422, stored as evidence and reported at the top of the moderation queue', async () => {
    const [desk, sender] = [await aModerator(server), await aUser(server)]
    const bytes = await aPicture()
    list = `# known pictures\r\n\r\n${sha256(bytes).toUpperCase()}\r\n${'a'.repeat(64)}`
    expect(await refreshHashList(ctx())).toBe(2)
    expect(await uploadTestPhoto(server, sender, bytes)).toMatchObject(refused)
    await server.runJobs()
    const [evidence] = await listEvidencePhotos(ctx())
    expect(evidence).toMatchObject({ owner: sender.id, username: sender.username, hash: sha256(bytes) })
    const queue = await desk.browser.call<ReportQueue>('GET', '/api/moderation/reports?kind=user')
    const [first] = queue.body.reports
    expect(first).toMatchObject({ kind: 'user', owner: { id: sender.id } })
    const details = await desk.browser.call<ReportDetails>('GET', `/api/moderation/reports/${first?.id}`)
    expect(details.body.said).toMatchObject([{ by: null, note: expect.stringContaining(evidence?.id ?? '-') }])
    expect(details.body.photos).toEqual([])
    expect(await uploadTestPhoto(server, sender, await aPicture())).toMatchObject({ status: 201 })
  })

  it('is kept as evidence by the sweep, while its uploader cannot see, post or delete it', async () => {
    const sender = await aUser(server)
    const bytes = await aPicture()
    list = sha256(bytes)
    await refreshHashList(ctx())
    await uploadTestPhoto(server, sender, bytes)
    await server.runJobs()
    const evidence = (await listEvidencePhotos(ctx())).find(({ owner }) => owner === sender.id)
    const post = { photos: [{ id: evidence?.id, alt: '' }], caption: '' }
    expect((await server.call(sender, 'POST', '/api/posts', post)).status).toBeGreaterThanOrEqual(400)
    expect((await server.call(sender, 'DELETE', `/api/photos/${evidence?.id}`)).status).toBe(409)
    const rows = await server.deps.database.rows<{ photoId: string }>(exportedPhotos(sender.id))
    expect(rows).toEqual([])
    server.clock.advance(3 * day)
    await sweepPhotos(ctx())
    await server.runJobs()
    const row = evidence && (await findEvidencePhoto(ctx(), evidence.id))
    expect(row && (await server.deps.storage.find(row.original))).toMatchObject({ sizeBytes: expect.any(Number) })
    const name = await server.deps.database.row<{ name: string }>(
      sql`select name from photos where id = ${evidence?.id}`,
    )
    expect(await server.call(sender, 'GET', `/media/${name?.name}/320.webp`)).toMatchObject({ status: 410 })
  })
})

describe('refreshHashList', () => {
  it.each([
    ['the request returns 503', 503, 'nothing', 'answered 503'],
    ['the new list is empty', 200, '# none\n', 'is empty'],
    ['the new list is an HTML page', 200, '<!doctype html>', 'is not a SHA-256 in hex'],
  ])('keeps the previous list when %s', async (_name, answered, body, why) => {
    const bytes = await aPicture()
    list = sha256(bytes)
    await refreshHashList(ctx())
    ;[status, list] = [answered, body]
    await expect(refreshHashList(ctx())).rejects.toThrow(why)
    status = 200
    expect(await uploadTestPhoto(server, await aUser(server), bytes)).toMatchObject(refused)
  })

  it.each([
    [
      'has a line above the length limit',
      'a line that is too long',
      (response: ServerResponse) => {
        response.writeHead(200, { 'transfer-encoding': 'chunked' })
        for (let n = 0; n < 40; n++) response.write('a'.repeat(64 * 1024))
        response.end()
      },
    ],
    [
      'is above the size limit',
      'is larger than',
      (response: ServerResponse) => {
        response.writeHead(200, { 'transfer-encoding': 'chunked' })
        for (let n = 0; n < 200; n++) response.write(`${'a'.repeat(64)}\n`.repeat(1_000))
        response.end()
      },
    ],
    [
      'breaks off between two lines',
      '',
      (response: ServerResponse) => {
        response.writeHead(200, { 'content-length': 650 })
        response.write(`${'a'.repeat(64)}\n`, () => response.destroy())
      },
    ],
    [
      'has neither a Content-Length nor chunked encoding',
      'has no defined end',
      (response: ServerResponse) => {
        response.useChunkedEncodingByDefault = false
        response.removeHeader('transfer-encoding')
        response.writeHead(200, { connection: 'close' })
        response.end(`${'a'.repeat(64)}\n`)
      },
    ],
  ])('keeps the previous list when the response %s', async (_name, why, sends) => {
    const bytes = await aPicture()
    list = sha256(bytes)
    await refreshHashList(ctx())
    send = sends
    await expect(refreshHashList(ctx(), { bytes: 8 * 1024 ** 2, lineLength: 1_024 })).rejects.toThrow(why)
    send = undefined
    expect(await uploadTestPhoto(server, await aUser(server), bytes)).toMatchObject(refused)
    expect(readdirSync(tmpdir()).filter((name) => name.startsWith('pawtrait-hash-list-'))).toEqual([])
  })

  it('rejects a redirect to an address that is not https', async () => {
    ;[status, location] = [302, 'http://127.0.0.1:9/list.txt']
    await expect(refreshHashList(ctx())).rejects.toThrow('redirects to an address that is not https')
    ;[status, location] = [200, undefined]
  })

  it('unblocks a picture when a new list omits its hash', async () => {
    const bytes = await aPicture()
    list = sha256(bytes)
    await refreshHashList(ctx())
    server.clock.advance(1000)
    list = 'b'.repeat(64)
    expect(await refreshHashList(ctx())).toBe(1)
    expect(await uploadTestPhoto(server, await aUser(server), bytes)).toMatchObject({ status: 201 })
  })
})
