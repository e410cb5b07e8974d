import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ReportInContext, ReportQueue } from '@pawtrait/contract/moderation-desk.ts'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contextOf, system } from '#platform/context.ts'
import { day } from '#testing/clock.ts'
import { aUser } from '#testing/given.ts'
import { patches } from '#testing/images.ts'
import { aModerator } from '#testing/moderators.ts'
import { upload } from '#testing/photos.ts'
import { serverForFile } from '#testing/server.ts'
import { exportedPhotos } from '../export-queries.ts'
import { sweepPhotos } from '../sweep-photos.ts'
import { heldPhoto, listHeld } from './hold-listed.ts'
import { readHashList } from './read-hash-list.ts'

let list = ''
let status = 200
const lists = createServer((_request, response) => response.writeHead(status).end(list))
await new Promise<void>((done) => void lists.listen(0, '127.0.0.1', done))
afterAll(() => void lists.close())

const server = serverForFile({ HASH_LIST_URL: 'https://lists.example/hashes.txt' })
beforeAll(() => {
  server.deps.config.hashListUrl = `http://127.0.0.1:${(lists.address() as AddressInfo).port}/`
})
const ctx = () => contextOf(server.deps, system)

let pictures = 8100
const aPicture = () =>
  patches((pictures += 1), 700, 500)
    .jpeg()
    .toBuffer()
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const refused = { status: 422, body: { code: 'picture-taken-down' } }

describe('a picture on the operator’s list', () => {
  it('is refused as one that was taken down, held, and reported before all else', async () => {
    const [desk, sender] = [await aModerator(server), await aUser(server)]
    const bytes = await aPicture()
    list = `# known pictures\r\n\r\n${sha256(bytes).toUpperCase()}\r\n${'a'.repeat(64)}`
    expect(await readHashList(ctx())).toBe(2)
    expect(await upload(server, sender, bytes)).toMatchObject(refused)
    await server.runJobs()
    const [held] = await listHeld(ctx())
    expect(held).toMatchObject({ owner: sender.id, username: sender.username, hash: sha256(bytes) })
    const queue = await desk.browser.call<ReportQueue>('GET', '/api/moderation/reports?kind=user')
    const [first] = queue.body.reports
    expect(first).toMatchObject({ kind: 'user', owner: { id: sender.id } })
    const found = await desk.browser.call<ReportInContext>('GET', `/api/moderation/reports/${first?.id}`)
    expect(found.body.said).toMatchObject([{ by: null, note: expect.stringContaining(held?.id ?? '-') }])
    expect(found.body.photos).toEqual([])
    expect(await upload(server, sender, await aPicture())).toMatchObject({ status: 201 })
  })

  it('stays held: its sender cannot see, post or delete it, and no sweep takes it', async () => {
    const sender = await aUser(server)
    const bytes = await aPicture()
    list = sha256(bytes)
    await readHashList(ctx())
    await upload(server, sender, bytes)
    await server.runJobs()
    const held = (await listHeld(ctx())).find(({ owner }) => owner === sender.id)
    const post = { photos: [{ id: held?.id, alt: '' }], caption: '' }
    expect((await server.call(sender, 'POST', '/api/posts', post)).status).toBeGreaterThanOrEqual(400)
    expect((await server.call(sender, 'DELETE', `/api/photos/${held?.id}`)).status).toBe(409)
    const rows = await server.deps.database.rows<{ photoId: string }>(exportedPhotos(sender.id))
    expect(rows).toEqual([])
    server.clock.advance(3 * day)
    await sweepPhotos(ctx())
    await server.runJobs()
    const row = held && (await heldPhoto(ctx(), held.id))
    expect(row && (await server.deps.storage.find(row.original))).toMatchObject({ sizeBytes: expect.any(Number) })
    const name = await server.deps.database.row<{ name: string }>(sql`select name from photos where id = ${held?.id}`)
    expect(await server.call(sender, 'GET', `/media/${name?.name}/320.webp`)).toMatchObject({ status: 410 })
  })
})

describe('a list that cannot be read', () => {
  it.each([
    ['is answered with an error', 503, 'nothing', 'answered with 503'],
    ['is empty', 200, '# none\n', 'is empty'],
    ['is something else', 200, '<!doctype html>', 'has a line that is none'],
  ])('leaves the one before as it is when it %s', async (_how, answered, body, why) => {
    const bytes = await aPicture()
    list = sha256(bytes)
    await readHashList(ctx())
    ;[status, list] = [answered, body]
    await expect(readHashList(ctx())).rejects.toThrow(why)
    status = 200
    expect(await upload(server, await aUser(server), bytes)).toMatchObject(refused)
  })

  it('and one that names a picture no more lets it in', async () => {
    const bytes = await aPicture()
    list = sha256(bytes)
    await readHashList(ctx())
    server.clock.advance(1000)
    list = 'b'.repeat(64)
    expect(await readHashList(ctx())).toBe(1)
    expect(await upload(server, await aUser(server), bytes)).toMatchObject({ status: 201 })
  })
})
