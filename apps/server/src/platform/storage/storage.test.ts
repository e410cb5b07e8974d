import { createHash } from 'node:crypto'
import { mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '#app/config/config.ts'
import type { ByteRange } from '#platform/http/byte-range.ts'
import { startBucket, type TestBucket } from '#testing/fakes/bucket.ts'
import type { S3Settings } from './s3-request.ts'
import { openS3Storage } from './s3-storage.ts'
import { getStorageKey, newFileName, openDiskStorage, type Storage } from './storage.ts'
import { StorageUnavailable } from './storage-unavailable.ts'

let root = ''
let bucket: TestBucket
let s3: S3Settings
const all = {} as Record<'disk' | 's3', Storage>
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'storage-'))
  bucket = await startBucket()
  s3 = readConfig(bucket.settings).s3 as S3Settings
  all.disk = await openDiskStorage(join(root, 'disk'))
  all.s3 = await openS3Storage(s3, join(root, 's3'), { idleMs: 20_000, answerMs: 40_000, pageSize: 10 })
})
afterAll(async () => {
  await bucket.stop()
  await rm(root, { recursive: true, force: true })
})

describe.each(['disk', 's3'] as const)('storage: %s', (place) => {
  let storage: Storage
  beforeAll(() => void (storage = all[place]))

  const read = async (name: string) => {
    const found = await storage.get(name)
    return found && { bytes: await buffer(found.stream), sizeBytes: found.sizeBytes }
  }

  test('put() stores a file for get(), find(), list() and withFile(), until delete() removes it', async () => {
    const name = `${newFileName()}-320.webp`
    await storage.put(name, Buffer.from('bytes'))
    expect(await read(name)).toEqual({ bytes: Buffer.from('bytes'), sizeBytes: 5 })
    expect((await storage.find(name))?.sizeBytes).toBe(5)
    const listed: string[] = []
    for await (const file of storage.list()) listed.push(file.name)
    expect(listed).toEqual([name])
    expect(await storage.withFile(name, async (path) => path.endsWith(name))).toBe(true)
    await storage.delete([name, `${newFileName()}.jpg`])
    expect(await read(name)).toBeUndefined()
    expect(await storage.find(name)).toBeUndefined()
    expect(await storage.withFile(name, async () => true)).toBeUndefined()
  })

  test('get() returns a byte range, or the whole file if the range starts past the end of the file', async () => {
    const name = `${newFileName()}.jpg`
    await storage.put(name, Buffer.from('0123456789'))
    const part = async (range: ByteRange) => {
      const found = await storage.get(name, range)
      return found && [(await buffer(found.stream)).toString(), found.sizeBytes, found.part]
    }
    expect(await part({ from: 2, to: 4 })).toEqual(['234', 10, { from: 2, to: 4 }])
    expect(await part({ from: 8 })).toEqual(['89', 10, { from: 8, to: 9 }])
    expect(await part({ from: 7, to: 99 })).toEqual(['789', 10, { from: 7, to: 9 }])
    expect(await part({ last: 3 })).toEqual(['789', 10, { from: 7, to: 9 }])
    expect(await part({ from: 10 })).toEqual(['0123456789', 10, undefined])
    await storage.delete([name])
  })

  test('withFolder() deletes the folder even after an error, except files that put() has stored', async () => {
    const name = `${newFileName()}.jpg`
    await storage.withFolder(async (folder) => {
      await writeFile(join(folder, 'made'), 'made')
      await storage.put(name, { file: join(folder, 'made') })
      expect(await readdir(folder)).toEqual([])
    })
    await expect(storage.withFolder(() => Promise.reject(new Error('stop')))).rejects.toThrow('stop')
    expect(await readdir(storage.workFolder)).toEqual([])
    expect((await read(name))?.sizeBytes).toBe(4)
  })

  test('put() leaves no file and no partial file when it fails', async () => {
    const name = `${newFileName()}.jpg`
    await expect(storage.put(name, { file: join(storage.workFolder, 'nothing') })).rejects.toThrow('ENOENT')
    expect(await read(name)).toBeUndefined()
    expect(await readdir(storage.workFolder)).toEqual([])
  })

  test('get() and put() refuse file names such as ../outside.jpg, which newFileName() never returns', async () => {
    const outside = join(root, '..', 'outside.jpg')
    await writeFile(outside, 'secret')
    await symlink(outside, join(root, 'link.jpg'))
    const names = [
      '../outside.jpg',
      '..%2foutside.jpg',
      '/etc/passwd',
      'link.jpg',
      '',
      `${newFileName()}/../x.jpg`,
      `${newFileName()}\0.jpg`,
    ]
    for (const name of names) {
      await expect(storage.get(name)).rejects.toThrow('not a name')
      await expect(storage.put(name, Buffer.alloc(1))).rejects.toThrow('not a name')
    }
    await rm(outside)
    await rm(join(root, 'link.jpg'))
  })

  test('list() returns all files, even if a bucket lists them on several pages', async () => {
    const names = Array.from({ length: 25 }, () => `${newFileName()}-1.jpg`)
    for (let at = 0; at < names.length; at += 5)
      await Promise.all(names.slice(at, at + 5).map((name) => storage.put(name, Buffer.from('x'))))
    const listed: string[] = []
    for await (const { name } of storage.list()) if (name.endsWith('-1.jpg')) listed.push(name)
    expect(listed.toSorted()).toEqual(names.toSorted())
    await storage.delete(names)
    for await (const { name } of storage.list()) expect(name).not.toContain('-1.jpg')
  })
})

describe('S3 storage', () => {
  const short = { idleMs: 300, answerMs: 2_000, pageSize: 10 }
  const openShort = async () => openS3Storage(s3, join(root, 'short'), short)

  test('stores the SHA-256 of a file as object metadata', async () => {
    const name = `${newFileName()}.jpg`
    await all.s3.put(name, Buffer.from('bytes'))
    const object = await fetch(`${s3.endpoint}/${s3.bucket}/${getStorageKey(name)}`, { method: 'HEAD' })
    expect(object.headers.get('x-amz-meta-sha256')).toBe(createHash('sha256').update('bytes').digest('hex'))
  })

  test('rejects when the bucket stops responding, and leaves no file in the work folder', async () => {
    const storage = await openShort()
    let requests = 0
    bucket.answerWith(() => void requests++)
    const name = `${newFileName()}.jpg`
    const file = join(storage.workFolder, 'made')
    await writeFile(file, Buffer.alloc(3_000_000))
    await expect(storage.put(name, { file })).rejects.toThrow(
      /is unavailable: (it stopped sending data|it gave no answer in time)/,
    )
    await expect(storage.get(name)).rejects.toThrow(StorageUnavailable)
    expect(requests).toBeGreaterThan(2)
    bucket.answerWith(undefined)
    expect(await readdir(storage.workFolder)).toEqual([])
    expect(await storage.find(name)).toBeUndefined()
  })

  test('retries after a 503', async () => {
    const storage = await openS3Storage(s3, join(root, 'again'))
    let failures = 1
    bucket.answerWith((request, response) => {
      request.resume()
      if (--failures === 0) bucket.answerWith(undefined)
      response.writeHead(503).end()
    })
    const name = `${newFileName()}.jpg`
    await storage.put(name, Buffer.from('bytes'))
    expect((await storage.find(name))?.sizeBytes).toBe(5)
  })

  test('rejects when the bucket is missing or the key is wrong, instead of returning undefined', async () => {
    const name = `${newFileName()}.jpg`
    const elsewhere = await openS3Storage({ ...s3, bucket: 'other' }, join(root, 'other'))
    await expect(elsewhere.get(name)).rejects.toThrow('bucket does not exist')
    const stranger = await openS3Storage({ ...s3, secretAccessKey: 'wrong' }, join(root, 'stranger'))
    await expect(stranger.put(name, Buffer.from('bytes'))).rejects.toThrow('403 (SignatureDoesNotMatch)')
  })

  test('rejects withFile() when the download is interrupted', async () => {
    const storage = await openShort()
    bucket.answerWith((_request, response) => {
      response.writeHead(200, { 'content-length': 10 }).write('half', () => response.destroy())
    })
    await expect(storage.withFile(`${newFileName()}.jpg`, async () => true)).rejects.toThrow(
      'connection to the bucket broke',
    )
    bucket.answerWith(undefined)
    expect(await readdir(storage.workFolder)).toEqual([])
  })
})
