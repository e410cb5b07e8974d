import { getHeapStatistics } from 'node:v8'
import type { DataImport } from '@pawtrait/contract/imports.ts'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { aUser } from '#testing/fixtures.ts'
import { anArchivedPhoto, aPostRow, formatExportRows, getImport, importArchive, sendArchive } from '#testing/imports.ts'
import { serverForFile } from '#testing/server.ts'
import { createZip } from '#testing/zip.ts'
import { parseArchiveRow } from './archive/parse-archive-row.ts'
import { PostRow } from './archive/post-row.ts'

const server = serverForFile()
const megabyte = 1024 * 1024

/** Returns a buffer with `before`, then `repeated` as often as fits into `bytes`, then `after`. */
const createFilledBuffer = (before: string, repeated: string, after: string, bytes: number) =>
  Buffer.from(before + repeated.repeat(Math.floor(bytes / repeated.length)) + after)

/** Runs an import while another user sends requests. Measures the server's heap and counts the answered requests. */
async function measureImport(archive: Buffer) {
  const [user, reader] = [await aUser(server), await aUser(server)]
  const { status, body, text } = await sendArchive(server, user, archive)
  if (status !== 202) throw new Error(`the archive was refused: ${text}`)
  const before = getHeapStatistics().used_heap_size
  const abortController = new AbortController()
  let [answeredCount, maxHeap] = [0, 0]
  const startedAt = performance.now()
  const running = server.runJobs().finally(() => abortController.abort())
  while (!abortController.signal.aborted) {
    if ((await server.call(reader, 'GET', '/api/imports')).status === 200) answeredCount++
    maxHeap = Math.max(maxHeap, getHeapStatistics().used_heap_size)
  }
  await running
  return {
    dataImport: (await getImport(server, user, body.id)).body,
    answeredCount,
    seconds: (performance.now() - startedAt) / 1000,
    heapMegabytes: (maxHeap - before) / megabyte,
  }
}

const createPostFiles = async () => {
  const { files, picture } = await anArchivedPhoto()
  return { ...files, 'posts.json': formatExportRows([aPostRow([picture])]) }
}

describe('import of a hostile archive', () => {
  const createNestedRows = (key: string) =>
    createFilledBuffer(`[{"${key}":[`, '{},', `{}]},\n{"${key}":[{}]}]`, 24 * megabyte)
  const hostile: [string, () => Promise<Record<string, Buffer | string>>, Partial<DataImport>][] = [
    [
      'skips 24 MB of empty objects in an unused field',
      async () => ({ ...(await createPostFiles()), 'photos.json': createNestedRows('junk') }),
      { state: 'done', posts: 1 },
    ],
    [
      'skips a row with 24 MB of empty objects in a used field',
      async () => ({ ...(await createPostFiles()), 'photos.json': createNestedRows('crop') }),
      { state: 'done', posts: 1 },
    ],
    [
      'skips 60 MB of spaces',
      async () => ({ ...(await createPostFiles()), 'photos.json': createFilledBuffer('[', ' ', ']', 60 * megabyte) }),
      { state: 'done', posts: 1 },
    ],
    [
      'fails on an unterminated row of 60 MB',
      async () => ({ 'posts.json': createFilledBuffer('[{"caption":"', 'x', '', 60 * megabyte) }),
      { state: 'failed', failure: 'unreadable', posts: 0 },
    ],
    [
      'fails on arrays nested a million deep',
      async () => ({ 'posts.json': createFilledBuffer('', '[', '', megabyte) }),
      { state: 'failed', failure: 'unreadable', posts: 0 },
    ],
    [
      'fails on more rows than the maximum',
      async () => ({ 'posts.json': createFilledBuffer('[', '{},\n', '{}]', megabyte) }),
      { state: 'failed', failure: 'unreadable', posts: 0 },
    ],
  ]
  it.each(hostile)(
    '%s, uses bounded memory and does not block other requests',
    { timeout: 120_000 },
    async (_name, createFiles, expected) => {
      const archive = await createZip(await createFiles())
      expect(archive.length).toBeLessThan(megabyte)
      const { dataImport, answeredCount, seconds, heapMegabytes } = await measureImport(archive)
      expect(dataImport).toMatchObject(expected)
      // A busy machine may answer only one request if the import fails within two seconds.
      expect(answeredCount).toBeGreaterThan(seconds > 2 ? 5 : 0)
      // 600 MB leave room for garbage from the other requests. Parsing the whole archive at once would take over a
      // gigabyte.
      expect(heapMegabytes).toBeLessThan(600)
    },
  )
})

describe('import of a Pawtrait archive', () => {
  it('creates a post from a row that contains 20,000 comments', { timeout: 120_000 }, async () => {
    const { files, picture } = await anArchivedPhoto()
    const comment = { author: 'talker', text: 'dog '.repeat(450), createdAt: '2024-05-03T08:00:00.000Z' }
    const comments = Array.from({ length: 20_000 }, () => comment)
    const archive = await createZip({ ...files, 'posts.json': formatExportRows([aPostRow([picture], { comments })]) })
    const dataImport = await importArchive(server, await aUser(server), archive)
    expect(dataImport).toMatchObject({ state: 'done', posts: 1, photos: 1, skipped: [] })
  })

  it('reads posts.json as compact JSON, as indented JSON and with one row per line', async () => {
    const { files, picture } = await anArchivedPhoto()
    const row = aPostRow([picture], { caption: 'Line\u2028separator', comments: [{ text: 'Hi', edits: [{ a: [] }] }] })
    for (const list of [JSON.stringify([row]), JSON.stringify([row], undefined, 2), formatExportRows([row])]) {
      const user = await aUser(server)
      const dataImport = await importArchive(server, user, await createZip({ ...files, 'posts.json': list }))
      expect(dataImport).toMatchObject({ state: 'done', posts: 1, skipped: [] })
      const [post] = await server.deps.database.rows(sql`select caption from posts where author_id = ${user.id}`)
      expect(post).toEqual({ caption: 'Line\u2028separator' })
    }
  })
})

it('parsing an archive row reports only the first of its errors', () => {
  const row = { pets: Array<number>(60_000).fill(1), photos: Array.from({ length: 20_000 }, () => ({})) }
  expect(parseArchiveRow(PostRow, row).issues).toHaveLength(1)
})
