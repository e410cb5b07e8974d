import { allAddresses } from '@pawtrait/contract/photos/photo-renditions.ts'
import type { OwnPhoto } from '@pawtrait/contract/photos/photos.ts'
import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { contextOf, system } from '#platform/context.ts'
import { day, hour, minute } from '#testing/clock.ts'
import { aUser, type TestUser } from '#testing/given.ts'
import { scene, taggedJpeg } from '#testing/photos/images.ts'
import { fetchFile, filesOf, holdRenderings, readyPhoto, srcOf, statusOf, upload } from '#testing/photos/photos.ts'
import { serverForFile } from '#testing/server.ts'
import { attachPhotos } from './attach-photos.ts'
import { backgroundWorkDone } from './background-work.ts'
import { finishPhoto } from './finish-photo.ts'

const server = serverForFile()
let ann: TestUser
beforeAll(async () => {
  ann = await aUser(server)
})

const look = async (id: string) => (await server.call<OwnPhoto>(ann, 'GET', `/api/photos/${id}`)).body
const ctx = () => contextOf(server.deps, system)
const waiting = async (name: string, id: string) =>
  (
    await server.deps.database.row<{ n: number }>(sql`
    select count(*)::int as n from jobs.job where name = ${name} and data->>'photo' = ${id} and state = 'created'`)
  )?.n

/** A photo as a process leaves it that dies right after it accepted it. */
async function leftBehind(bytes: Buffer): Promise<OwnPhoto> {
  const photo = await readyPhoto(server, ann, bytes)
  const name = photo.src.split('/')[2] ?? ''
  await server.deps.storage.delete(
    ['320', '640', '1080'].flatMap((width) => [`${name}-${width}.webp`, `${name}-${width}.jpg`]),
  )
  await server.deps.database.rows(sql`update photos set state = 'processing', widths = '{}' where id = ${photo.id}`)
  return photo
}

test('a photo left half-made is finished by the job that was written with it', async () => {
  const photo = await leftBehind(await scene(1600, 1200).jpeg().toBuffer())
  expect(await waiting('finish-photo', photo.id)).toBe(1)
  expect((await look(photo.id)).state).toBe('processing')
  await server.runJobs()
  const finished = await look(photo.id)
  expect(finished.state).toBe('ready')
  for (const src of allAddresses(finished)) expect(await statusOf(server, src)).toBe(200)
})

test('two that finish one photo do not disturb each other', async () => {
  const photo = await leftBehind(await taggedJpeg(6))
  await Promise.all([finishPhoto(ctx(), photo.id), finishPhoto(ctx(), photo.id), finishPhoto(ctx(), photo.id)])
  const finished = await look(photo.id)
  expect(finished).toMatchObject({ state: 'ready', width: 800, height: 1200 })
  for (const src of allAddresses(finished)) expect(await statusOf(server, src)).toBe(200)
})

test('a photo that cannot be made fails, and whoever shows it hears of it', async () => {
  const photo = await leftBehind(await scene(400, 300).jpeg().toBuffer())
  await ctx().transaction((tx) => attachPhotos(tx, ann.id, [photo.id], { isPublic: true, now: server.clock.now() }))
  const row = await server.deps.database.row<{ file: string }>(sql`
    select original_name || '.' || original_format as file from photos where id = ${photo.id}`)
  await server.deps.storage.put(row?.file ?? '', Buffer.from('not a photo any more'))
  await finishPhoto(ctx(), photo.id)
  expect(await look(photo.id)).toMatchObject({ state: 'failed', widths: [] })
  expect(await waiting('photo-settled', photo.id)).toBe(1)
})

test('a photo put somewhere while it is made tells whoever shows it when it is ready, once', async () => {
  const release = holdRenderings(server)
  const { body } = await upload(server, ann, await scene(1200, 900).jpeg().toBuffer())
  await ctx().transaction((tx) => attachPhotos(tx, ann.id, [body.id], { isPublic: true, now: server.clock.now() }))
  release()
  await backgroundWorkDone()
  server.clock.advance(minute)
  await finishPhoto(ctx(), body.id)
  expect((await look(body.id)).state).toBe('ready')
  expect(await waiting('photo-settled', body.id)).toBe(1)
})

/** Lets the job that finishes a photo come to the end of its tries, as the queue does after the last one. */
const giveUp = (id: string) =>
  server.deps.database.rows(sql`
    update jobs.job set state = 'failed', completed_on = now()
    where name = 'finish-photo' and data->>'photo' = ${id} and state <> 'completed'`)

async function sweep() {
  await server.deps.jobs.send(server.deps.database, 'sweep-photos', {})
  await server.runJobs()
}

test('a photo given up while the disk was full is taken up by the sweep once there is room', async () => {
  await server.runJobs()
  const photo = await leftBehind(await scene(1600, 1200).jpeg().toBuffer())
  const { put } = server.deps.storage
  server.deps.storage.put = () => Promise.reject(Object.assign(new Error('no room'), { code: 'ENOSPC' }))
  await expect(server.runJobs()).rejects.toMatchObject({ code: 'ENOSPC' })
  await giveUp(photo.id)
  server.clock.advance(2 * hour)
  await expect(sweep()).rejects.toMatchObject({ code: 'ENOSPC' })
  await giveUp(photo.id)
  server.deps.storage.put = put
  await server.runJobs()
  expect((await look(photo.id)).state).toBe('processing')
  server.clock.advance(hour)
  await sweep()
  const finished = await look(photo.id)
  expect(finished.state).toBe('ready')
  expect(finished.widths.length).toBeGreaterThan(0)
  for (const src of allAddresses(finished)) expect(await statusOf(server, src)).toBe(200)
})

test('a photo given up that cannot be made fails in the sweep, and only its original stays on the disk', async () => {
  const photo = await leftBehind(await scene(500, 300).jpeg().toBuffer())
  await ctx().transaction((tx) => attachPhotos(tx, ann.id, [photo.id], { isPublic: true, now: server.clock.now() }))
  const row = await server.deps.database.row<{ file: string }>(sql`
    select original_name || '.' || original_format as file from photos where id = ${photo.id}`)
  const original = row?.file ?? ''
  await server.deps.storage.put(original, Buffer.from('not a photo any more'))
  await server.deps.storage.put(
    srcOf(photo).replace('/media/', '').replace('/', '-').split('?')[0] ?? '',
    Buffer.from('half'),
  )
  await giveUp(photo.id)
  server.clock.advance(59 * minute)
  await sweep()
  expect((await look(photo.id)).state).toBe('processing')
  server.clock.advance(2 * minute)
  await sweep()
  expect(await look(photo.id)).toMatchObject({ state: 'failed', widths: [] })
  expect(await filesOf(server, srcOf(photo))).toEqual([])
  server.clock.advance(2 * day)
  await sweep()
  expect(await server.deps.storage.get(original)).toBeDefined()
  expect((await fetchFile(server, `/api/photos/${photo.id}/original`, ann.cookie)).statusCode).toBe(200)
  expect(await server.call(ann, 'PATCH', `/api/photos/${photo.id}`, { crop: null, rotate: 90 })).toMatchObject({
    status: 422,
    body: { code: 'unreadable-photo' },
  })
})
