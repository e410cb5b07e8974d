import { listPhotoUrls } from '@pawtrait/contract/photos/photo-renditions.ts'
import type { OwnPhoto } from '@pawtrait/contract/photos/photos.ts'
import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { createContext, systemCaller } from '#platform/context.ts'
import { day, hour, minute } from '#testing/clock.ts'
import { aUser, type TestUser } from '#testing/fixtures.ts'
import { drawnScene, taggedJpeg } from '#testing/photos/images.ts'
import {
  blockRenditions,
  fetchFile,
  fetchFileStatus,
  listRenditionFiles,
  narrowestSrc,
  readyPhoto,
  uploadTestPhoto,
} from '#testing/photos/photos.ts'
import { serverForFile } from '#testing/server.ts'
import { attachPhotos } from './attach-photos.ts'
import { waitForBackgroundWork } from './background-work.ts'
import { finishPhoto } from './finish-photo.ts'

const server = serverForFile()
let ann: TestUser
beforeAll(async () => {
  ann = await aUser(server)
})

const readPhoto = async (id: string) => (await server.call<OwnPhoto>(ann, 'GET', `/api/photos/${id}`)).body
const ctx = () => createContext(server.deps, systemCaller)
const countQueued = async (name: string, id: string) =>
  (
    await server.deps.database.row<{ n: number }>(sql`
    select count(*)::int as n from jobs.job where name = ${name} and data->>'photo' = ${id} and state = 'created'`)
  )?.n

/** Creates a photo in the state after a crash: accepted but not rendered. */
async function createInterruptedPhoto(bytes: Buffer): Promise<OwnPhoto> {
  const photo = await readyPhoto(server, ann, bytes)
  const name = photo.src.split('/')[2] ?? ''
  await server.deps.storage.delete(
    ['320', '640', '1080'].flatMap((width) => [`${name}-${width}.webp`, `${name}-${width}.jpg`]),
  )
  await server.deps.database.rows(sql`update photos set state = 'processing', widths = '{}' where id = ${photo.id}`)
  return photo
}

test('job `finish-photo` renders a photo if the server process died after accepting the photo', async () => {
  const photo = await createInterruptedPhoto(await drawnScene(1600, 1200).jpeg().toBuffer())
  expect(await countQueued('finish-photo', photo.id)).toBe(1)
  expect((await readPhoto(photo.id)).state).toBe('processing')
  await server.runJobs()
  const finished = await readPhoto(photo.id)
  expect(finished.state).toBe('ready')
  for (const src of listPhotoUrls(finished)) expect(await fetchFileStatus(server, src)).toBe(200)
})

test('finishPhoto produces one ready photo when it runs three times concurrently', async () => {
  const photo = await createInterruptedPhoto(await taggedJpeg(6))
  await Promise.all([finishPhoto(ctx(), photo.id), finishPhoto(ctx(), photo.id), finishPhoto(ctx(), photo.id)])
  const finished = await readPhoto(photo.id)
  expect(finished).toMatchObject({ state: 'ready', width: 800, height: 1200 })
  for (const src of listPhotoUrls(finished)) expect(await fetchFileStatus(server, src)).toBe(200)
})

test('finishPhoto marks a photo with an unreadable original as failed and queues a `photo-settled` job', async () => {
  const photo = await createInterruptedPhoto(await drawnScene(400, 300).jpeg().toBuffer())
  await ctx().transaction((tx) => attachPhotos(tx, ann.id, [photo.id], { isPublic: true, now: server.clock.now() }))
  const row = await server.deps.database.row<{ file: string }>(sql`
    select original_name || '.' || original_format as file from photos where id = ${photo.id}`)
  await server.deps.storage.put(row?.file ?? '', Buffer.from('not a photo any more'))
  await finishPhoto(ctx(), photo.id)
  expect(await readPhoto(photo.id)).toMatchObject({ state: 'failed', widths: [] })
  expect(await countQueued('photo-settled', photo.id)).toBe(1)
})

test('finishPhoto queues one `photo-settled` job for a photo that was attached before it was ready', async () => {
  const release = blockRenditions(server)
  const { body } = await uploadTestPhoto(server, ann, await drawnScene(1200, 900).jpeg().toBuffer())
  await ctx().transaction((tx) => attachPhotos(tx, ann.id, [body.id], { isPublic: true, now: server.clock.now() }))
  release()
  await waitForBackgroundWork()
  server.clock.advance(minute)
  await finishPhoto(ctx(), body.id)
  expect((await readPhoto(body.id)).state).toBe('ready')
  expect(await countQueued('photo-settled', body.id)).toBe(1)
})

/** Marks the finish-photo job as failed, as the queue does after the last retry. */
const giveUp = (id: string) =>
  server.deps.database.rows(sql`
    update jobs.job set state = 'failed', completed_on = now()
    where name = 'finish-photo' and data->>'photo' = ${id} and state <> 'completed'`)

async function sweep() {
  await server.deps.jobs.send(server.deps.database, 'sweep-photos', {})
  await server.runJobs()
}

test('job `sweep-photos` finishes an unfinished photo once the disk is no longer full', async () => {
  await server.runJobs()
  const photo = await createInterruptedPhoto(await drawnScene(1600, 1200).jpeg().toBuffer())
  const { put } = server.deps.storage
  server.deps.storage.put = () => Promise.reject(Object.assign(new Error('no room'), { code: 'ENOSPC' }))
  await expect(server.runJobs()).rejects.toMatchObject({ code: 'ENOSPC' })
  await giveUp(photo.id)
  server.clock.advance(2 * hour)
  await expect(sweep()).rejects.toMatchObject({ code: 'ENOSPC' })
  await giveUp(photo.id)
  server.deps.storage.put = put
  await server.runJobs()
  expect((await readPhoto(photo.id)).state).toBe('processing')
  server.clock.advance(hour)
  await sweep()
  const finished = await readPhoto(photo.id)
  expect(finished.state).toBe('ready')
  expect(finished.widths.length).toBeGreaterThan(0)
  for (const src of listPhotoUrls(finished)) expect(await fetchFileStatus(server, src)).toBe(200)
})

test('job `sweep-photos` marks an unreadable photo as failed after an hour and keeps only its original', async () => {
  const photo = await createInterruptedPhoto(await drawnScene(500, 300).jpeg().toBuffer())
  await ctx().transaction((tx) => attachPhotos(tx, ann.id, [photo.id], { isPublic: true, now: server.clock.now() }))
  const row = await server.deps.database.row<{ file: string }>(sql`
    select original_name || '.' || original_format as file from photos where id = ${photo.id}`)
  const original = row?.file ?? ''
  await server.deps.storage.put(original, Buffer.from('not a photo any more'))
  await server.deps.storage.put(
    narrowestSrc(photo).replace('/media/', '').replace('/', '-').split('?')[0] ?? '',
    Buffer.from('half'),
  )
  await giveUp(photo.id)
  server.clock.advance(59 * minute)
  await sweep()
  expect((await readPhoto(photo.id)).state).toBe('processing')
  server.clock.advance(2 * minute)
  await sweep()
  expect(await readPhoto(photo.id)).toMatchObject({ state: 'failed', widths: [] })
  expect(await listRenditionFiles(server, narrowestSrc(photo))).toEqual([])
  server.clock.advance(2 * day)
  await sweep()
  expect(await server.deps.storage.get(original)).toBeDefined()
  expect((await fetchFile(server, `/api/photos/${photo.id}/original`, ann.cookie)).statusCode).toBe(200)
  expect(await server.call(ann, 'PATCH', `/api/photos/${photo.id}`, { crop: null, rotate: 90 })).toMatchObject({
    status: 422,
    body: { code: 'unreadable-photo' },
  })
})
