import { readdir, readFile, rename, truncate, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readStorageCommand } from '#app/cli/storage.ts'
import { readConfig } from '#app/config/config.ts'
import { waitForBackgroundWork } from '#features/media/background-work.ts'
import { newFileName } from '#platform/storage/storage.ts'
import { startBucket, type TestBucket } from '#testing/fakes/bucket.ts'
import { aUser, type TestUser } from '#testing/fixtures.ts'
import { operatorEnvironment } from '#testing/operator-environment.ts'
import { anAttachedPhoto, fetchFile, fetchFileStatus, narrowestSrc } from '#testing/photos/photos.ts'
import { serverForFile, startAnotherNode, type TestServer } from '#testing/server.ts'

const server = serverForFile()
let [bucket, ann]: [TestBucket, TestUser] = [] as never
beforeAll(async () => {
  bucket = await startBucket()
  ann = await aUser(server)
})
afterAll(() => bucket.stop())

/** Runs `pawtrait storage` with these settings in addition to the server's. */
async function storage(args: string[], settings: Record<string, string> = {}) {
  const config = readConfig({ ...(await operatorEnvironment(server)), ...settings })
  const commandContext = { environment: {}, config: () => config, now: new Date(), say: () => {} }
  const { lines, isWell } = (await readStorageCommand(['storage', ...args])?.(commandContext)) ?? {}
  return { output: lines?.join('\n') ?? '', isWell }
}

const listPhotoFiles = async (folder: string) =>
  (await readdir(folder, { recursive: true })).filter((file) =>
    /^..\/[0-9a-f]{32}[-.][^/]*?(webp|jpg|avif)$/.test(file),
  )
const listDiskFiles = () => listPhotoFiles(join(server.dataDir, 'photos'))
const readPhotoName = (src: string) => src.split('/')[2] ?? 'none'

/** Creates a photo with all variants. Returns it with the disk paths of its WebP and JPEG. */
async function createPhotoOnDisk(node: TestServer = server) {
  const photo = await anAttachedPhoto(node, ann, true)
  await node.runJobs()
  await waitForBackgroundWork()
  const name = readPhotoName(narrowestSrc(photo))
  const path = (extension: string) => join(server.dataDir, 'photos', name.slice(0, 2), `${name}-340.${extension}`)
  return { src: narrowestSrc(photo), name, webp: path('webp'), jpg: path('jpg'), id: photo.id }
}

describe('pawtrait storage verify', () => {
  it('lists missing, truncated and changed files, and files without a photo', async () => {
    const [damaged, changed] = [await createPhotoOnDisk(), await createPhotoOnDisk()]
    expect(await storage(['verify'])).toEqual({ output: expect.stringMatching(/^Intact: \d+ files, /), isWell: true })
    const [content, jpg] = [await readFile(damaged.webp), await readFile(changed.jpg)]
    await truncate(damaged.webp, Math.floor(content.length / 2))
    await rename(damaged.jpg, `${damaged.jpg}.away`)
    await writeFile(changed.jpg, jpg.toReversed())
    const stray = `${damaged.name.slice(0, 2)}${newFileName().slice(2)}.jpg`
    await writeFile(join(server.dataDir, 'photos', damaged.name.slice(0, 2), stray), 'stray')
    await utimes(join(server.dataDir, 'photos', damaged.name.slice(0, 2), stray), new Date(0), new Date(0))
    expect((await fetchFile(server, damaged.src)).statusCode).toBe(200)
    const { output, isWell } = await storage(['verify'])
    expect([isWell, output.split('\n').slice(0, -1).toSorted()]).toEqual([
      false,
      [
        `changed: ${changed.name}-340.jpg`,
        `cut off: ${damaged.name}-340.webp`,
        `missing: ${damaged.name}-340.jpg`,
        `stray: ${stray}`,
      ],
    ])
    await writeFile(damaged.webp, content)
    await writeFile(changed.jpg, jpg)
    await rename(`${damaged.jpg}.away`, damaged.jpg)
    await server.deps.storage.delete([stray])
    expect((await storage(['verify'])).isWell).toBe(true)
  })

  it('stores missing hashes of files if it is called with --note', async () => {
    const { name, webp } = await createPhotoOnDisk()
    await server.deps.database.rows(sql`delete from photo_files where name like ${`${name}%`}`)
    const before = await storage(['verify'])
    expect([before.isWell, before.output]).toEqual([
      true,
      expect.stringMatching(/^Without a recorded hash: 3 files; --note/),
    ])
    expect((await storage(['verify', '--note'])).output).toContain('are recorded')
    expect((await storage(['verify'])).output).toMatch(/^Intact/)
    const content = await readFile(webp)
    await truncate(webp, 100)
    expect((await storage(['verify'])).output).toContain(`cut off: ${name}-340.webp`)
    await writeFile(webp, content)
  })

  it('has no hashes of a deleted photo to verify, because they are deleted with the photo', async () => {
    const { id, name } = await createPhotoOnDisk()
    const count = async () =>
      (await server.deps.database.rows(sql`select 1 from photo_files where name like ${`${name}%`}`)).length
    expect(await count()).toBe(3)
    await server.deps.database.rows(sql`update photos set attached_at = null where id = ${id}`)
    await server.call(ann, 'DELETE', `/api/photos/${id}`)
    await server.runJobs()
    expect(await count()).toBe(0)
  })
})

describe('STORAGE_MOVE', () => {
  it('serves photos during the move from disk to bucket, and only from the bucket afterwards', async () => {
    const old = await createPhotoOnDisk()
    expect((await storage(['copy'], bucket.settings)).output).toContain('STORAGE_MOVE is not set')
    const moving = { ...bucket.settings, STORAGE_MOVE: 'disk-to-s3' }
    const node = await startAnotherNode(server, { ...moving, DATA_DIR: server.dataDir })
    expect([await fetchFileStatus(node, old.src), await listPhotoFiles(bucket.folder)]).toEqual([200, []])

    const [both, gone] = [await createPhotoOnDisk(node), await createPhotoOnDisk(node)]
    const inBucket = async (name: string) => (await readdir(bucket.folder, { recursive: true })).join().includes(name)
    expect([await inBucket(both.name), (await listDiskFiles()).join().includes(both.name)]).toEqual([true, true])
    const verified = await storage(['verify'], moving)
    expect([verified.isWell, verified.output]).toEqual([
      false,
      expect.stringContaining(`missing: ${old.name}-340.webp`),
    ])

    await truncate(old.webp, 100)
    expect((await storage(['copy'], moving)).output).toContain(`cut off: ${old.name}-340.webp`)
    expect((await storage(['verify'], moving)).output).toContain(`missing: ${old.name}-340.webp`)
    await writeFile(old.webp, (await fetchFile(node, both.src)).rawPayload)
    await server.deps.database.rows(sql`delete from photo_files where name = ${`${old.name}-340.webp`}`)
    expect(await storage(['copy'], moving)).toMatchObject({
      isWell: true,
      output: expect.stringContaining('1 file copied'),
    })
    expect(await storage(['verify'], moving)).toEqual({ isWell: true, output: expect.stringMatching(/^Intact/) })

    await server.deps.database.rows(sql`update photos set attached_at = null where id = ${gone.id}`)
    await node.call(ann, 'DELETE', `/api/photos/${gone.id}`)
    await node.runJobs()
    expect([await inBucket(gone.name), (await listDiskFiles()).join().includes(gone.name)]).toEqual([false, false])
    await node.stop()

    const after = await startAnotherNode(server, bucket.settings)
    expect([await fetchFileStatus(after, old.src), await fetchFileStatus(after, both.src)]).toEqual([200, 200])
    await after.stop()
  })

  it('copies photos from the bucket back to the disk, including those uploaded to the bucket', async () => {
    const node = await startAnotherNode(server, bucket.settings)
    const photo = await createPhotoOnDisk(node)
    await node.stop()
    expect(await fetchFileStatus(server, photo.src)).toBe(404)
    const moveSettings = { ...bucket.settings, STORAGE_MOVE: 's3-to-disk' }
    expect((await storage(['copy'], moveSettings)).isWell).toBe(true)
    expect(await fetchFileStatus(server, photo.src)).toBe(200)
    expect((await storage(['verify'])).isWell).toBe(true)
  })
})
