import type { PetId, PhotoId } from '@pawtrait/contract/ids.ts'
import { noPhotoEdit } from '@pawtrait/contract/photos/photo-edit.ts'
import type { OwnPhoto } from '@pawtrait/contract/photos/photos.ts'
import { sql } from 'drizzle-orm'
import sharp, { type Sharp } from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { hour } from '#testing/clock.ts'
import { aPet, aUser, type TestUser } from '#testing/fixtures.ts'
import { detailedPicture, drawnScene } from '#testing/photos/images.ts'
import { readyPhoto, runInTransaction, uploadTestPhoto } from '#testing/photos/photos.ts'
import { serverForFile } from '#testing/server.ts'
import { blockPictures, unblockPictures } from './block-pictures.ts'

const server = serverForFile({ PHOTOS_PER_DAY: '100' })
let ann: TestUser
let bob: TestUser
let rex: PetId
beforeAll(async () => {
  ann = await aUser(server)
  bob = await aUser(server)
  rex = await aPet(server, [bob])
})

let pictures = 0
const aPicture = () =>
  detailedPicture((pictures += 1), 1000, 750)
    .jpeg({ quality: 92 })
    .toBuffer()
const block = (...ids: PhotoId[]) => runInTransaction(server, (tx) => blockPictures(tx, ids, server.clock.now()))
const unblock = (...ids: PhotoId[]) => runInTransaction(server, (tx) => unblockPictures(tx, ids))

/** Runs all jobs except enlarge-photo, which would render every photo of this file. */
const runAllJobsButEnlarge = () => server.deps.jobs.drain(['enlarge-photo'])

/** Returns a picture, and a photo of it by Ann that moderators have taken down. */
async function createTakenDownPhoto(picture: Promise<Buffer> = aPicture()) {
  const bytes = await picture
  const photo = await readyPhoto(server, ann, bytes)
  await block(photo.id)
  return { bytes, photo }
}

const refused = { status: 422, body: { code: 'picture-taken-down' } }
const crop = { x: 0.025, y: 0.025, width: 0.95, height: 0.95 }
const cropPicture = (bytes: Buffer) => sharp(bytes).extract({ left: 25, top: 19, width: 950, height: 712 })

describe('upload of a picture that was taken down', () => {
  test('is refused with 422 for every user, while uploads of other pictures get 201', async () => {
    const { bytes } = await createTakenDownPhoto()
    expect(await uploadTestPhoto(server, ann, bytes)).toMatchObject(refused)
    expect(await uploadTestPhoto(server, bob, bytes)).toMatchObject(refused)
    expect(await uploadTestPhoto(server, bob, await aPicture())).toMatchObject({ status: 201 })
  })

  test.each<[string, (bytes: Buffer) => Sharp]>([
    ['re-encoded at quality 40', (bytes) => sharp(bytes).jpeg({ quality: 40 })],
    ['with a quarter of the pixels, as WebP', (bytes) => sharp(bytes).resize(500).webp({ quality: 70 })],
    ['10 % brighter', (bytes) => sharp(bytes).linear(1.1, 0).jpeg()],
    ['10 % darker', (bytes) => sharp(bytes).linear(0.9, 0).jpeg()],
    ['in grey', (bytes) => sharp(bytes).greyscale().jpeg()],
    ['cropped by 5 %', (bytes) => cropPicture(bytes).jpeg()],
    ['cropped and brighter', (bytes) => cropPicture(bytes).linear(1.1, 0).jpeg({ quality: 60 })],
    ['mirrored', (bytes) => sharp(bytes).flop().jpeg()],
    ['rotated by 90°', (bytes) => sharp(bytes).rotate(90).jpeg()],
    ['rotated by its EXIF tag', (bytes) => sharp(bytes).withMetadata({ orientation: 6 }).jpeg()],
    ['with an alpha channel and 16 bits', (bytes) => sharp(bytes).ensureAlpha().toColourspace('rgb16').png()],
  ])('is refused with 422 as a copy %s', async (_name, changed) => {
    const { bytes } = await createTakenDownPhoto()
    expect(await uploadTestPhoto(server, bob, await changed(bytes).toBuffer())).toMatchObject(refused)
  })

  test('is refused with 422 until the takedown of every copy is undone', async () => {
    const bytes = await aPicture()
    const [first, second] = [await readyPhoto(server, ann, bytes), await readyPhoto(server, bob, bytes)]
    await block(first.id, second.id)
    await block(first.id)
    await unblock(first.id)
    expect(await uploadTestPhoto(server, bob, bytes)).toMatchObject(refused)
    await unblock(second.id)
    await unblock(second.id)
    expect(await uploadTestPhoto(server, bob, bytes)).toMatchObject({ status: 201 })
  })

  test('counts towards the limit of 60 refused files an hour', async () => {
    const { bytes } = await createTakenDownPhoto()
    const cid = await aUser(server)
    const ends = new Date(server.clock.now().getTime() + hour).toISOString()
    await server.deps.database.rows(sql`
      insert into throttles (key, count, ends_at) values (${`photo-refused:${cid.id}`}, 59, ${ends})`)
    expect(await uploadTestPhoto(server, cid, bytes)).toMatchObject(refused)
    expect(await uploadTestPhoto(server, cid, bytes)).toMatchObject({ status: 429 })
  })

  test('is refused with 422 at its last chunk and then deleted, if it is a resumable upload', async () => {
    const { bytes } = await createTakenDownPhoto()
    const headers = { 'tus-resumable': '1.0.0', 'sec-fetch-site': 'same-origin', host: 'localhost:3000' }
    const callTus = (method: 'POST' | 'PATCH' | 'HEAD', url: string, more: Record<string, string>, payload?: Buffer) =>
      server.inject({ method, url, headers: { ...headers, cookie: bob.cookie, ...more }, ...(payload && { payload }) })
    const creation = await callTus('POST', '/api/uploads', { 'upload-length': String(bytes.length) })
    const url = String(creation.headers['location'])
    const type = { 'content-type': 'application/offset+octet-stream' }
    const response = await callTus('PATCH', url, { ...type, 'upload-offset': '0' }, bytes)
    expect(response).toMatchObject({ status: 422, body: { code: 'picture-taken-down' } })
    expect(await callTus('HEAD', url, {})).toMatchObject({ status: 404 })
  })

  test('is refused with 422 only for identical bytes if the picture has a single colour', async () => {
    const createPlainPicture = (level: number) =>
      sharp({ create: { width: 400, height: 300, channels: 3, background: '#888' } })
        .linear(1, level)
        .png()
        .toBuffer() // prettier-ignore
    await createTakenDownPhoto(createPlainPicture(0))
    expect(await uploadTestPhoto(server, bob, await createPlainPicture(0))).toMatchObject(refused)
    expect(await uploadTestPhoto(server, bob, await createPlainPicture(1))).toMatchObject({ status: 201 })
    expect(await uploadTestPhoto(server, bob, await drawnScene(400, 300).jpeg().toBuffer())).toMatchObject({
      status: 201,
    })
  })
})

describe('photo uploaded before another copy of the picture was taken down', () => {
  const useCases: [string, (photo: PhotoId) => Promise<{ status: number; body: unknown }>][] = [
    ['a post', (id) => server.call(bob, 'POST', '/api/posts', { photos: [{ id, alt: '' }], caption: 'mine' })],
    ['a story', (photo) => server.call(bob, 'POST', '/api/stories', { photo })],
    ['a portrait', (photo) => server.call(bob, 'PUT', `/api/pets/${rex}/portrait`, { photo })],
    ['a profile picture', (photo) => server.call(bob, 'PUT', '/api/profile/image', { photo })],
  ]
  test.each(useCases)(
    'cannot be used for %s (422) until the takedown is undone, but remains readable',
    async (_name, use) => {
      const bytes = await aPicture()
      const bobsPhoto = await readyPhoto(server, bob, await sharp(bytes).resize(600).jpeg().toBuffer())
      server.clock.advance(hour)
      const { photo } = await createTakenDownPhoto(Promise.resolve(bytes))
      const field = `photos.${bobsPhoto.id}`
      expect(await use(bobsPhoto.id)).toMatchObject({
        status: 422,
        body: { code: 'picture-taken-down', errors: [{ field }] },
      })
      expect(await server.call(bob, 'GET', `/api/photos/${bobsPhoto.id}`)).toMatchObject({ status: 200 })
      await unblock(photo.id)
      expect((await use(bobsPhoto.id)).status).toBeLessThan(300)
    },
  )

  test('cannot be posted (422) if the takedown begins before the upload and commits afterwards', async () => {
    const bytes = await aPicture()
    const { id } = await readyPhoto(server, ann, bytes)
    const before = new Date(server.clock.now().getTime() - 60_000)
    const bobsPhoto = await readyPhoto(server, bob, bytes)
    await runInTransaction(server, (tx) => blockPictures(tx, [id], before))
    expect(await useCases[0]?.[1](bobsPhoto.id)).toMatchObject(refused)
  })
})

describe('blocked picture', () => {
  test('cannot be uploaded in its cropped or its uncropped form (422)', async () => {
    const bytes = await aPicture()
    const photo = await readyPhoto(server, ann, bytes)
    const half = { ...noPhotoEdit, crop: { x: 0, y: 0, width: 0.5, height: 0.5 } }
    await server.call<OwnPhoto>(ann, 'PATCH', `/api/photos/${photo.id}`, half)
    await block(photo.id)
    const part = await sharp(bytes).extract({ left: 0, top: 0, width: 500, height: 375 }).jpeg().toBuffer()
    expect(await uploadTestPhoto(server, bob, part)).toMatchObject(refused)
    expect(await uploadTestPhoto(server, bob, bytes)).toMatchObject(refused)
  })

  test('cannot be cropped out of a larger photo (422)', async () => {
    const { bytes } = await createTakenDownPhoto()
    const border = { left: 500, top: 300, right: 500, bottom: 450, background: '#b08020' }
    const extendedPhoto = await readyPhoto(server, bob, await sharp(bytes).extend(border).jpeg().toBuffer())
    const innerCrop = { x: 0.25, y: 0.2, width: 0.5, height: 0.5 }
    const edit = (change: object) =>
      server.call(bob, 'PATCH', `/api/photos/${extendedPhoto.id}`, { rotate: 0, ...change })
    expect(await edit({ crop: innerCrop })).toMatchObject(refused)
    expect(await server.call(bob, 'GET', `/api/photos/${extendedPhoto.id}`)).toMatchObject({ body: { crop: null } })
    expect(await edit({ crop: { x: 0, y: 0, width: 0.4, height: 0.9 } })).toMatchObject({ status: 200 })
  })

  test('cannot be posted after a crop and a rotation (422)', async () => {
    const bytes = await aPicture()
    const theirs = await readyPhoto(server, bob, bytes)
    await createTakenDownPhoto(Promise.resolve(bytes))
    await server.call(bob, 'PATCH', `/api/photos/${theirs.id}`, { crop: { ...crop, width: 0.3 }, rotate: 90 })
    const post = { photos: [{ id: theirs.id, alt: '' }], caption: '' }
    expect(await server.call(bob, 'POST', '/api/posts', post)).toMatchObject(refused)
  })
})

describe('blocked photo from an older release, without a perceptual hash', () => {
  const deleteHashes = (id: PhotoId) =>
    server.deps.database.rows(sql`
      update photos set likeness = null, shown_likeness = null where id = ${id}`)

  test('blocks identical files immediately, and similar pictures after a job has computed the hash', async () => {
    const bytes = await aPicture()
    const photo = await readyPhoto(server, ann, bytes)
    await deleteHashes(photo.id)
    await block(photo.id)
    expect(await uploadTestPhoto(server, bob, bytes)).toMatchObject(refused)
    await runAllJobsButEnlarge()
    expect(await uploadTestPhoto(server, bob, await sharp(bytes).resize(500).jpeg().toBuffer())).toMatchObject(refused)
    expect(await uploadTestPhoto(server, bob, await cropPicture(bytes).jpeg().toBuffer())).toMatchObject(refused)
  })

  test('blocks identical files if the photo is deleted before the job computes its hash', async () => {
    const bytes = await aPicture()
    const photo = await readyPhoto(server, ann, bytes)
    await deleteHashes(photo.id)
    await block(photo.id)
    await server.call(ann, 'DELETE', `/api/photos/${photo.id}`)
    await runAllJobsButEnlarge()
    expect(await uploadTestPhoto(server, bob, bytes)).toMatchObject(refused)
  })
})

test('blocked photo is still refused after the account of its owner is erased', async () => {
  const cid = await aUser(server)
  const bytes = await aPicture()
  const photo = await readyPhoto(server, cid, bytes)
  await block(photo.id)
  await runInTransaction(server, (tx) => tx.db.rows(sql`delete from users where id = ${cid.id}`))
  expect(await uploadTestPhoto(server, bob, bytes)).toMatchObject(refused)
})
