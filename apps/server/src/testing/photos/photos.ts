import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { listRenditions, type PhotoFiles } from '@pawtrait/contract/photos/photo-renditions.ts'
import type { OwnPhoto } from '@pawtrait/contract/photos/photos.ts'
import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { attachPhotos } from '#features/media/attach-photos.ts'
import { waitForBackgroundWork } from '#features/media/background-work.ts'
import { createContext, systemCaller, type Tx } from '#platform/context.ts'
import type { TestUser } from '#testing/fixtures.ts'
import type { Caller, Reply, TestServer } from '#testing/server.ts'
import { drawnScene } from './images.ts'

const boundary = 'pawtrait-test-boundary'

/** Returns a multipart form with one file. */
export function multipartPhotoForm(bytes: Buffer, { field = 'photo', fileName = 'photo.jpg' } = {}) {
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="${field}"; filename="${fileName}"\r\n`
  const body = Buffer.concat([
    Buffer.from(`${head}Content-Type: image/jpeg\r\n\r\n`),
    bytes,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ])
  return { body, headers: { 'content-type': `multipart/form-data; boundary=${boundary}` } }
}

/** Uploads a photo by form. The response may be an error. */
export function uploadTestPhoto(
  server: TestServer,
  caller: Caller,
  bytes: Buffer,
  form = {},
): Promise<Reply<OwnPhoto>> {
  const { body, headers } = multipartPhotoForm(bytes, form)
  return server.call<OwnPhoto>(caller, 'POST', '/api/photos', body, { headers })
}

/** Uploads like `uploadTestPhoto`, but retries like a browser while the decoder queue is full for this user (503). */
export async function uploadTestPhotoWithRetries(
  server: TestServer,
  caller: Caller,
  bytes: Buffer,
): Promise<Reply<OwnPhoto>> {
  const reply = await uploadTestPhoto(server, caller, bytes)
  return reply.status === 503 ? uploadTestPhotoWithRetries(server, caller, bytes) : reply
}

export async function readyPhoto(server: TestServer, caller: Caller, bytes: Buffer): Promise<OwnPhoto> {
  const uploaded = await uploadTestPhoto(server, caller, bytes)
  expect(uploaded).toMatchObject({ status: 201, body: { state: 'processing' } })
  return waitUntilReady(server, caller, uploaded.body.id)
}

/** Waits until a photo is ready, with the files of its first widths. */
export async function waitUntilReady(server: TestServer, caller: Caller, id: string): Promise<OwnPhoto> {
  const fetchPhoto = async () => (await server.call<OwnPhoto>(caller, 'GET', `/api/photos/${id}`)).body
  await expect.poll(async () => (await fetchPhoto()).state, { timeout: 10_000 }).toBe('ready')
  await waitForBackgroundWork()
  return fetchPhoto()
}

/** Fetches a file like a browser, by default without cookie. */
export const fetchFile = (server: TestServer, src: string, cookie = '') =>
  server.app.fastify.inject({ url: src, headers: { host: 'localhost:3000', ...(cookie && { cookie }) } })

export const fetchFileStatus = async (server: TestServer, src: string) => (await fetchFile(server, src)).statusCode

/** Returns the URL of the narrowest WebP file. */
export const narrowestSrc = (photo: PhotoFiles) => listRenditions(photo, 'webp')[0]?.src ?? ''

/** Blocks the storage of renditions, but not of originals, until the returned function is called. */
export function blockRenditions({ deps: { storage } }: TestServer): () => void {
  const { put } = storage
  const released = Promise.withResolvers<void>()
  storage.put = async (name, content) => {
    if (name.includes('-')) await released.promise
    return put(name, content)
  }
  return () => {
    storage.put = put
    released.resolve()
  }
}

export const runInTransaction = <T>(server: TestServer, work: (tx: Tx) => Promise<T>) =>
  createContext(server.deps, systemCaller).transaction(work)

/** Creates a photo of 340 by 255 pixels that is ready and attached. */
export async function anAttachedPhoto(server: TestServer, owner: TestUser, isPublic: boolean): Promise<OwnPhoto> {
  const { id } = await readyPhoto(server, owner, await drawnScene(340, 255).jpeg().toBuffer())
  await runInTransaction(server, (tx) => attachPhotos(tx, owner.id, [id], { isPublic, now: server.clock.now() }))
  return (await server.call<OwnPhoto>(owner, 'GET', `/api/photos/${id}`)).body
}

/** Returns the stored files of the rendition at a URL. */
export async function listRenditionFiles(server: TestServer, src: string): Promise<string[]> {
  await waitForBackgroundWork()
  const name = src.split('/')[2] ?? 'none'
  return (await readdir(join(server.dataDir, 'photos'), { recursive: true })).filter((file) => file.includes(name))
}

/** Returns the names of all files in photo storage and work folder, after background work has ended. */
export async function listFilesOnDisk({ dataDir }: TestServer): Promise<string[]> {
  await waitForBackgroundWork()
  const entries = await readdir(join(dataDir, 'photos'), { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name)
}

export async function countPhotos({ deps }: TestServer, { id }: TestUser): Promise<number | undefined> {
  const row = await deps.database.row<{ n: number }>(sql`select count(*)::int as n from photos where owner_id = ${id}`)
  return row?.n
}
