import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type DataImport, NewestImport } from '@pawtrait/contract/imports.ts'
import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { blockPictures } from '#features/media/blocked-photos/block-pictures.ts'
import { createContext, systemCaller } from '#platform/context.ts'
import { day, hour } from '#testing/clock.ts'
import { aUser } from '#testing/fixtures.ts'
import { anArchivedPhoto, aPostRow, formatExportRows, getImport, importArchive, sendArchive } from '#testing/imports.ts'
import { drawnScene } from '#testing/photos/images.ts'
import { readyPhoto, runInTransaction, uploadTestPhoto } from '#testing/photos/photos.ts'
import { serverForFile } from '#testing/server.ts'
import { createZip } from '#testing/zip.ts'
import { sweepImports } from './sweep-imports.ts'

const server = serverForFile({ IMPORT_MB: '1', PHOTOS_PER_DAY: '2', POSTS_PER_DAY: '1' })
const unknownId = '01900000-0000-7000-8000-000000000001'

/** Returns an archive with one post that has one photo. */
async function createOnePostArchive(more: object = {}) {
  const { files, picture } = await anArchivedPhoto()
  return createZip({ ...files, 'posts.json': formatExportRows([aPostRow([picture], more)]) })
}

const countArchives = async () =>
  (await readdir(join(server.dataDir, 'photos'), { recursive: true })).filter((file) => file.endsWith('.zip')).length

describe('import', () => {
  it('changes from `waiting` to `done` and deletes its archive', async () => {
    const user = await aUser(server)
    const response = await sendArchive(server, user, await createOnePostArchive())
    expect(response).toMatchObject({ status: 202, body: { state: 'waiting', progress: 0, finishedAt: null } })
    expect(await countArchives()).toBe(1)
    await server.runJobs()
    const dataImport = await getImport(server, user, response.body.id)
    expect(dataImport).toMatchObject({
      status: 200,
      body: { state: 'done', progress: 100, posts: 1, photos: 1, failure: null },
    })
    expect(await countArchives()).toBe(0)
    const newest = v.parse(NewestImport, (await server.call(user, 'GET', '/api/imports')).body)
    expect(newest).toEqual({ import: dataImport.body, mostMb: 1 })
  })

  it('skips a photo that was taken down and imports the other photo of the post', async () => {
    const [user, other] = [await aUser(server), await aUser(server)]
    const [takenDownPhoto, goodPhoto] = [await anArchivedPhoto(), await anArchivedPhoto()]
    const row = aPostRow([takenDownPhoto.picture, goodPhoto.picture])
    const { id } = await readyPhoto(server, user, takenDownPhoto.files[takenDownPhoto.picture.file] ?? Buffer.alloc(0))
    await runInTransaction(server, (tx) => blockPictures(tx, [id], server.clock.now()))
    const dataImport = await importArchive(
      server,
      other,
      await createZip({ ...takenDownPhoto.files, ...goodPhoto.files, 'posts.json': formatExportRows([row]) }),
    )
    expect(dataImport).toMatchObject({ state: 'done', posts: 1, photos: 1 })
    expect(dataImport.skipped).toMatchObject([{ file: takenDownPhoto.picture.file, reason: 'taken-down' }])
  })

  it('is hidden from other users (404), and requires a session (401)', async () => {
    const [user, other] = [await aUser(server), await aUser(server)]
    const { id } = await importArchive(server, user, await createOnePostArchive())
    for (const [caller, at, status] of [
      [null, id, 401],
      [other, id, 404],
      [user, unknownId, 404],
      [user, 'junk', 400],
    ] as const)
      expect((await getImport(server, caller, at)).status).toBe(status)
    expect((await sendArchive(server, null, await createOnePostArchive())).status).toBe(401)
    expect((await server.call<NewestImport>(other, 'GET', '/api/imports')).body.import).toBeNull()
  })

  it('is refused with 409 while another import of the user runs, even for concurrent requests', async () => {
    const user = await aUser(server)
    const [first, second] = [await createOnePostArchive(), await createOnePostArchive()]
    const responses = await Promise.all([sendArchive(server, user, first), sendArchive(server, user, second)])
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([202, 409]))
    expect(await sendArchive(server, user, first)).toMatchObject({ status: 409, body: { code: 'conflict' } })
    await server.runJobs()
    expect((await sendArchive(server, user, second)).status).toBe(202)
    await server.runJobs()
    expect(await countArchives()).toBe(0)
  })

  it('is refused with 429 after five imports in a day', async () => {
    const user = await aUser(server)
    const archive = await createOnePostArchive()
    for (let times = 1; times <= 5; times++) await importArchive(server, user, archive)
    expect(await sendArchive(server, user, archive)).toMatchObject({ status: 429, body: { code: 'too-many-requests' } })
    server.clock.advance(day)
    expect(await importArchive(server, user, archive)).toMatchObject({ posts: 0, alreadyHere: 1 })
  })

  it('does not count towards the daily quotas of photos and posts', async () => {
    const user = await aUser(server)
    const archived = await Promise.all([anArchivedPhoto(), anArchivedPhoto(), anArchivedPhoto()])
    const files = Object.assign({}, ...archived.map((photo) => photo.files))
    const posts = formatExportRows(archived.map(({ picture }) => aPostRow([picture])))
    expect(await importArchive(server, user, await createZip({ ...files, 'posts.json': posts }))).toMatchObject({
      posts: 3,
    })
    const uploaded = await uploadTestPhoto(server, user, await drawnScene(60, 40).jpeg().toBuffer())
    expect(uploaded.status).toBe(201)
    expect((await server.call(user, 'POST', '/api/posts', { photos: [{ id: uploaded.body.id }] })).status).toBe(201)
  })

  it('is deleted by the sweep after its user is deleted, and fails after a day without progress', async () => {
    const [deletedUser, idleUser] = [await aUser(server), await aUser(server)]
    await sendArchive(server, deletedUser, await createOnePostArchive())
    const response = await sendArchive(server, idleUser, await createOnePostArchive())
    await server.deps.database.rows(sql`delete from users where id = ${deletedUser.id}`)
    const sweep = () => sweepImports(createContext(server.deps, systemCaller))
    await sweep()
    expect(await countArchives()).toBe(1)
    expect(await server.deps.database.rows(sql`select 1 from imports where user_id is null`)).toEqual([])
    server.clock.advance(23 * hour)
    await sweep()
    expect((await getImport(server, idleUser, response.body.id)).body.state).toBe('waiting')
    server.clock.advance(2 * hour)
    await sweep()
    expect((await getImport(server, idleUser, response.body.id)).body).toMatchObject({
      state: 'failed',
      failure: 'trouble',
    })
    expect(await countArchives()).toBe(0)
  })
})

describe('refused POST /api/imports', () => {
  const truncate = async (bytes: Buffer, by: number) => bytes.subarray(0, bytes.length - by)
  const createZeros = () => Buffer.alloc(80 * 1024 * 1024)
  const refusals: [string, () => Promise<Buffer>, number, string][] = [
    ['an empty file', async () => Buffer.alloc(0), 415, 'unsupported-media-type'],
    ['a photo', () => drawnScene(60, 40).jpeg().toBuffer(), 415, 'unsupported-media-type'],
    ['a truncated ZIP', async () => truncate(await createOnePostArchive(), 30), 400, 'damaged'],
    ['a ZIP without its central directory', async () => truncate(await createOnePostArchive(), 400), 400, 'damaged'],
    ['a ZIP that is not an export', () => createZip({ 'media/posts.json': '[]' }), 400, 'not-ours'],
    [
      'an archive of a newer format',
      () => createZip({ 'posts.json': '[]', 'format.json': '{"format":2}' }),
      400,
      'newer',
    ],
    ['an unreadable format.json', () => createZip({ 'posts.json': '[]', 'format.json': '{' }), 400, 'damaged'],
    ['a ZIP bomb of 80 MB', () => createZip({ 'posts.json': createZeros() }), 400, 'too-much'],
    [
      'an archive above 1 MB',
      () => createZip({ 'posts.json': '[]', 'x.bin': Buffer.alloc(1_200_000) }),
      413,
      'too-large',
    ],
  ]
  it.each(refusals)('leaves no archive or import behind for %s', async (_name, createFile, status, code) => {
    const user = await aUser(server)
    const response = await sendArchive(server, user, await createFile())
    expect(response.status).toBe(status)
    expect(response.text).toContain(`"${code}"`)
    expect(await countArchives()).toBe(0)
    expect((await server.call<NewestImport>(user, 'GET', '/api/imports')).body.import).toBeNull()
  })

  it('returns 400 for a form without the archive field and 415 for JSON', async () => {
    const user = await aUser(server)
    expect((await sendArchive(server, user, await createOnePostArchive(), 'photo')).status).toBe(400)
    expect((await server.call(user, 'POST', '/api/imports', { archive: 'x' })).status).toBe(415)
  })
})

describe('import of an archive', () => {
  /** Imports an archive with these posts; returns the import and the captions. */
  async function importPosts(posts: readonly object[] | string, files: Record<string, Buffer | string> = {}) {
    const user = await aUser(server)
    const rows = typeof posts === 'string' ? posts : formatExportRows(posts)
    const dataImport: DataImport = await importArchive(server, user, await createZip({ ...files, 'posts.json': rows }))
    const captions = await server.deps.database.rows<{ caption: string }>(sql`
      select caption from posts where author_id = ${user.id} order by id`)
    return { ...dataImport, captions: captions.map(({ caption }) => caption) }
  }

  it('imports as many rows as possible, and lists each skipped file or row with the reason', async () => {
    const [goodPhoto, missingPhoto, changedPhoto] = await Promise.all([
      anArchivedPhoto(),
      anArchivedPhoto(),
      anArchivedPhoto(),
    ])
    const at = '2024-05-03T08:00:00.000Z'
    const elevenPictures = Array.from({ length: 11 }, () => goodPhoto.picture)
    const textFile = { ...missingPhoto.picture, file: missingPhoto.picture.file.replace('jpg', 'png') }
    const dataImport = await importPosts(
      [
        aPostRow([goodPhoto.picture, missingPhoto.picture], { caption: 'kept' }),
        aPostRow([changedPhoto.picture], { caption: 'another hash' }),
        aPostRow(elevenPictures, { caption: 'eleven' }),
        aPostRow([goodPhoto.picture], { caption: 'the same photo' }),
        aPostRow([{ ...textFile, sha256: null }], { caption: 'no photo' }),
        aPostRow([], { caption: 'x'.repeat(3000) }),
        aPostRow([goodPhoto.picture], { postedAt: '2999-01-01T00:00:00.000Z' }),
        { junk: true },
      ],
      {
        ...goodPhoto.files,
        [changedPhoto.picture.file]: await drawnScene(90, 70).jpeg().toBuffer(),
        [textFile.file]: 'not a photo at all',
      },
    )
    expect(dataImport).toMatchObject({ state: 'done', posts: 1, photos: 1, captions: ['kept'] })
    expect(dataImport.skipped).toEqual([
      { file: missingPhoto.picture.file, reason: 'missing', at },
      { file: 'posts.json', reason: 'no-photos', at },
      { file: changedPhoto.picture.file, reason: 'damaged', at },
      { file: 'posts.json', reason: 'too-many-photos', at },
      { file: 'posts.json', reason: 'no-photos', at },
      { file: goodPhoto.picture.file, reason: 'twice', at },
      { file: 'posts.json', reason: 'no-photos', at },
      { file: textFile.file, reason: 'not-a-photo', at },
      { file: 'posts.json', reason: 'invalid', at: null },
      { file: 'posts.json', reason: 'in-the-future', at: '2999-01-01T00:00:00.000Z' },
      { file: 'posts.json', reason: 'invalid', at: null },
    ])
    expect(dataImport.skippedCount).toBe(11)
  })

  it('ignores a file name that is a path outside the archive', async () => {
    const { files, picture } = await anArchivedPhoto()
    const [name = '', content = Buffer.alloc(0)] = Object.entries(files)[0] ?? []
    const placeholderName = `photos/${'x'.repeat(name.length - 7)}`
    const zip = await createZip({
      ...files,
      [placeholderName]: content,
      'posts.json': formatExportRows([aPostRow([picture])]),
    })
    // yazl refuses names with `../`, so the bytes of a valid name of the same length are replaced.
    const hostileZip = Buffer.from(zip)
    const other = Buffer.from(
      `../../../../etc/passwd`.padEnd(placeholderName.length, '/x').slice(0, placeholderName.length),
    )
    for (let at = hostileZip.indexOf(placeholderName); at >= 0; at = hostileZip.indexOf(placeholderName))
      other.copy(hostileZip, at)
    expect(hostileZip.includes('../../../../etc/passwd')).toBe(true)
    const user = await aUser(server)
    expect(await importArchive(server, user, hostileZip)).toMatchObject({ state: 'done', posts: 1, skipped: [] })
    const row = aPostRow([{ ...picture, file: '../../secrets/pepper.v1' }])
    expect(await importPosts([row], files)).toMatchObject({
      posts: 0,
      skipped: [{ reason: 'no-photos' }, { reason: 'missing' }],
    })
  })

  it('fails when posts.json unpacks to more than its stated size', async () => {
    const { files, picture } = await anArchivedPhoto()
    const zip = await createZip({
      ...files,
      'posts.json': formatExportRows([aPostRow([picture], { caption: 'x'.repeat(2000) })]),
    })
    // Overwrites the stated unpacked size of posts.json, at offset 24 of the last entry in the ZIP directory.
    const entry = zip.lastIndexOf(Buffer.from('504b0102', 'hex'))
    zip.writeUInt32LE(100, entry + 24)
    const user = await aUser(server)
    expect(await importArchive(server, user, zip)).toMatchObject({ state: 'failed', failure: 'unreadable', posts: 0 })
    expect(await countArchives()).toBe(0)
  })

  it('reads an archive in the ZIP64 format', async () => {
    const { files, picture } = await anArchivedPhoto()
    const large = { forceZip64Format: true }
    const zip = await createZip({ ...files, 'posts.json': formatExportRows([aPostRow([picture])]) }, large)
    expect(zip.includes(Buffer.from('504b0606', 'hex'))).toBe(true)
    expect(await importArchive(server, await aUser(server), zip)).toMatchObject({ state: 'done', posts: 1 })
  })

  it('fails as `unreadable` when posts.json is invalid JSON', async () => {
    expect(await importPosts('[\n{"id":\n]\n')).toMatchObject({ state: 'failed', failure: 'unreadable', captions: [] })
  })

  it('lists only the first 200 of 250 invalid rows, but counts them all', async () => {
    const dataImport = await importPosts(Array.from({ length: 250 }, () => ({ junk: true })))
    expect(dataImport).toMatchObject({ state: 'done', posts: 0, skippedCount: 250 })
    expect(dataImport.skipped).toHaveLength(200)
  })

  it('creates only valid pets that the exporting user owned', async () => {
    const pet = { name: 'Rex', species: 'cat', backdrop: 'moss', createdAt: '2024-01-01T00:00:00.000Z' }
    const pets = formatExportRows([
      { ...pet, id: unknownId, role: 'owner', portrait: null },
      { ...pet, id: unknownId.replace('1', '2'), role: 'family', portrait: null },
      { ...pet, id: unknownId.replace('1', '3'), role: 'owner', species: 'dragon' },
    ])
    const dataImport = await importPosts([], { 'pets.json': pets, 'account.json': '{"bio":5}' })
    expect(dataImport).toMatchObject({ pets: 1, skippedCount: 3 })
    expect(dataImport.skipped.map(({ file, reason }) => [file, reason])).toEqual([
      ['pets.json', 'not-yours'],
      ['pets.json', 'invalid'],
      ['account.json', 'invalid'],
    ])
  })
})
