import { readdir, readFile, rename, truncate, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readStorageCommand } from '#app/cli/storage.ts'
import { readConfig } from '#app/config/config.ts'
import { backgroundWorkDone } from '#features/media/background-work.ts'
import { newName } from '#platform/storage/storage.ts'
import { startBucket, type TestBucket } from '#testing/fakes/bucket.ts'
import { aUser, type TestUser } from '#testing/given.ts'
import { operatorSettings } from '#testing/operator.ts'
import { attachedPhoto, fetchFile, srcOf, statusOf } from '#testing/photos/photos.ts'
import { anotherNode, serverForFile, type TestServer } from '#testing/server.ts'

const server = serverForFile()
let [bucket, ann]: [TestBucket, TestUser] = [] as never
beforeAll(async () => {
  bucket = await startBucket()
  ann = await aUser(server)
})
afterAll(() => bucket.stop())

/** Runs `storage` as an operator does, with these settings beside the usual ones. */
async function storage(words: string[], settings: Record<string, string> = {}) {
  const config = readConfig({ ...(await operatorSettings(server)), ...settings })
  const surroundings = { environment: {}, config: () => config, now: new Date(), say: () => {} }
  const { lines, isWell } = (await readStorageCommand(['storage', ...words])?.(surroundings)) ?? {}
  return { said: lines?.join('\n') ?? '', isWell }
}

const below = async (folder: string) =>
  (await readdir(folder, { recursive: true })).filter((file) =>
    /^..\/[0-9a-f]{32}[-.][^/]*?(webp|jpg|avif)$/.test(file),
  )
const onDisk = () => below(join(server.dataDir, 'photos'))
const nameOf = (src: string) => src.split('/')[2] ?? 'none'

/** A photo of which everything is made, and the paths of its WebP and its JPEG on the disk. */
async function photoOnDisk(at: TestServer = server) {
  const photo = await attachedPhoto(at, ann, true)
  await at.runJobs()
  await backgroundWorkDone()
  const name = nameOf(srcOf(photo))
  const path = (extension: string) => join(server.dataDir, 'photos', name.slice(0, 2), `${name}-340.${extension}`)
  return { src: srcOf(photo), name, webp: path('webp'), jpg: path('jpg'), id: photo.id }
}

describe('storage verify', () => {
  it('says that all is whole, or which files are missing, cut off, changed or stray, by their hash', async () => {
    const [one, two] = [await photoOnDisk(), await photoOnDisk()]
    expect(await storage(['verify'])).toEqual({ said: expect.stringMatching(/^Whole: \d+ files, /), isWell: true })
    const [whole, jpg] = [await readFile(one.webp), await readFile(two.jpg)]
    await truncate(one.webp, Math.floor(whole.length / 2))
    await rename(one.jpg, `${one.jpg}.away`)
    await writeFile(two.jpg, jpg.toReversed())
    const stray = `${one.name.slice(0, 2)}${newName().slice(2)}.jpg`
    await writeFile(join(server.dataDir, 'photos', one.name.slice(0, 2), stray), 'of nobody')
    await utimes(join(server.dataDir, 'photos', one.name.slice(0, 2), stray), new Date(0), new Date(0))
    expect((await fetchFile(server, one.src)).statusCode).toBe(200)
    const { said, isWell } = await storage(['verify'])
    expect([isWell, said.split('\n').slice(0, -1).toSorted()]).toEqual([
      false,
      [
        `changed: ${two.name}-340.jpg`,
        `cut off: ${one.name}-340.webp`,
        `missing: ${one.name}-340.jpg`,
        `stray: ${stray}`,
      ],
    ])
    await writeFile(one.webp, whole)
    await writeFile(two.jpg, jpg)
    await rename(`${one.jpg}.away`, one.jpg)
    await server.deps.storage.delete([stray])
    expect((await storage(['verify'])).isWell).toBe(true)
  })

  it('writes down what files hold that are older than hashes, when it is asked to', async () => {
    const { name, webp } = await photoOnDisk()
    await server.deps.database.rows(sql`delete from photo_files where name like ${`${name}%`}`)
    const before = await storage(['verify'])
    expect([before.isWell, before.said]).toEqual([true, expect.stringMatching(/^Older than hashes: 3 files; --note/)])
    expect((await storage(['verify', '--note'])).said).toContain('is written down')
    expect((await storage(['verify'])).said).toMatch(/^Whole/)
    const whole = await readFile(webp)
    await truncate(webp, 100)
    expect((await storage(['verify'])).said).toContain(`cut off: ${name}-340.webp`)
    await writeFile(webp, whole)
  })

  it('leaves nothing written down of a photo that is deleted', async () => {
    const { id, name } = await photoOnDisk()
    const count = async () =>
      (await server.deps.database.rows(sql`select 1 from photo_files where name like ${`${name}%`}`)).length
    expect(await count()).toBe(3)
    await server.deps.database.rows(sql`update photos set attached_at = null where id = ${id}`)
    await server.call(ann, 'DELETE', `/api/photos/${id}`)
    await server.runJobs()
    expect(await count()).toBe(0)
  })
})

describe('photos that move from the disk to a bucket', () => {
  it('are seen all the while, stand in both, and in the bucket alone when all are copied', async () => {
    const old = await photoOnDisk()
    expect((await storage(['copy'], bucket.settings)).said).toContain('set STORAGE_MOVE')
    const moving = { ...bucket.settings, STORAGE_MOVE: 'disk-to-s3' }
    const node = await anotherNode(server, { ...moving, DATA_DIR: server.dataDir })
    expect([await statusOf(node, old.src), await below(bucket.folder)]).toEqual([200, []])

    const [both, gone] = [await photoOnDisk(node), await photoOnDisk(node)]
    const inBucket = async (name: string) => (await readdir(bucket.folder, { recursive: true })).join().includes(name)
    expect([await inBucket(both.name), (await onDisk()).join().includes(both.name)]).toEqual([true, true])
    const lacking = await storage(['verify'], moving)
    expect([lacking.isWell, lacking.said]).toEqual([false, expect.stringContaining(`missing: ${old.name}-340.webp`)])

    await truncate(old.webp, 100)
    expect((await storage(['copy'], moving)).said).toContain(`cut off: ${old.name}-340.webp`)
    expect((await storage(['verify'], moving)).said).toContain(`missing: ${old.name}-340.webp`)
    await writeFile(old.webp, (await fetchFile(node, both.src)).rawPayload)
    await server.deps.database.rows(sql`delete from photo_files where name = ${`${old.name}-340.webp`}`)
    expect(await storage(['copy'], moving)).toMatchObject({
      isWell: true,
      said: expect.stringContaining('1 file copied'),
    })
    expect(await storage(['verify'], moving)).toEqual({ isWell: true, said: expect.stringMatching(/^Whole/) })

    await server.deps.database.rows(sql`update photos set attached_at = null where id = ${gone.id}`)
    await node.call(ann, 'DELETE', `/api/photos/${gone.id}`)
    await node.runJobs()
    expect([await inBucket(gone.name), (await onDisk()).join().includes(gone.name)]).toEqual([false, false])
    await node.stop()

    const after = await anotherNode(server, bucket.settings)
    expect([await statusOf(after, old.src), await statusOf(after, both.src)]).toEqual([200, 200])
    await after.stop()
  })

  it('and back, with what was never on the disk', async () => {
    const node = await anotherNode(server, bucket.settings)
    const there = await photoOnDisk(node)
    await node.stop()
    expect(await statusOf(server, there.src)).toBe(404)
    const back = { ...bucket.settings, STORAGE_MOVE: 's3-to-disk' }
    expect((await storage(['copy'], back)).isWell).toBe(true)
    expect(await statusOf(server, there.src)).toBe(200)
    expect((await storage(['verify'])).isWell).toBe(true)
  })
})
