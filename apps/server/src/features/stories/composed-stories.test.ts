import { randomUUID } from 'node:crypto'
import { type NewStory, Story } from '@pawtrait/contract/stories.ts'
import type { StoryComposition } from '@pawtrait/contract/story-stage.ts'
import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import * as v from 'valibot'
import { beforeAll, describe, expect, it } from 'vitest'
import { countUnfinishedPhotos, finishPhoto } from '#features/media/finish-photo.ts'
import { createContext, systemCaller } from '#platform/context.ts'
import { aPet, aUser, type TestUser } from '#testing/fixtures.ts'
import { drawnScene } from '#testing/photos/images.ts'
import {
  fetchFile,
  fetchFileStatus,
  listRenditionFiles,
  narrowestSrc,
  readyPhoto,
  uploadTestPhoto,
} from '#testing/photos/photos.ts'
import { serverForFile } from '#testing/server.ts'

const server = serverForFile()
let author: TestUser
let photoBytes: Buffer
beforeAll(async () => {
  author = await aUser(server)
  photoBytes = await drawnScene(600, 450).jpeg().toBuffer()
})

const aText = { x: 0.5, y: 0.4, ink: 'brass', face: 'hand', size: 0.1 } as const
const composition: StoryComposition = { text: aText, photo: { x: 0.5, y: 0.5, width: 1 }, plate: null }

const createStory = (user: TestUser | null, body: Partial<NewStory> | Record<string, unknown>, headers = {}) =>
  server.call<Story>(user, 'POST', '/api/stories', body, { headers })
const readStory = (user: TestUser | null, { id }: { id: string }) =>
  server.call<Story>(user, 'GET', `/api/stories/${id}`)

/** Runs all jobs except `enlarge-photo`, which renders AVIF and large sizes: most tests here do not need them. */
const render = () => server.deps.jobs.drain(['enlarge-photo'])

/** Creates a story of a real photo and renders it. */
async function createComposed(more: Partial<NewStory> = {}) {
  const photo = await readyPhoto(server, author, photoBytes)
  const created = await createStory(author, { photo: photo.id, caption: 'Low tide', composition, ...more })
  expect(created.status).toBe(201)
  await render()
  return { before: photo, created: created.body, story: (await readStory(author, created.body)).body }
}

describe('composed story', () => {
  it('is rendered at 9:16, is returned with its composition, and is visible to other users once ready', async () => {
    const reader = await aUser(server)
    const pet = await aPet(server, [author])
    const plate = { x: 0.3, y: 0.8, pet }
    const { created, story } = await createComposed({ composition: { ...composition, plate }, pets: [pet] })
    expect(created).toMatchObject({ isReady: false, photo: { state: 'processing' } })
    v.parse(v.strictObject(Story.entries), story)
    const expected = { caption: 'Low tide', composition: { ...composition, plate } }
    expect(story).toMatchObject({ ...expected, isReady: true, photo: { state: 'ready', width: 1080, height: 1920 } })
    expect(Object.keys(story.composition?.plate ?? {}).toSorted()).toEqual(['pet', 'x', 'y'])
    expect((await readStory(reader, story)).body).toMatchObject({ ...expected, isReady: true })
    const { data, info } = await sharp((await fetchFile(server, narrowestSrc(story.photo))).rawPayload)
      .raw()
      .toBuffer({ resolveWithObject: true })
    expect([info.width, info.height]).toEqual([320, 569])
    const at = (Math.round(info.height * 0.4) * info.width + 160) * info.channels
    // The photo is red, green and blue. This pixel has another colour: the text plate, or a letter on it.
    expect((data[at] ?? 0) + 5).toBeGreaterThan(data[at + 2] ?? 255)
  })

  it('makes its photo’s previous URL return 404 immediately, before a job deletes the previous files', async () => {
    const photo = await readyPhoto(server, author, photoBytes)
    await createStory(
      author,
      { photo: photo.id, caption: 'Low tide', composition },
      { 'idempotency-key': randomUUID() },
    )
    expect(await listRenditionFiles(server, narrowestSrc(photo))).not.toEqual([])
    expect(await fetchFileStatus(server, narrowestSrc(photo))).toBe(404)
    await render()
    expect(await listRenditionFiles(server, narrowestSrc(photo))).toEqual([])
    const { before, story } = await createComposed()
    expect(await fetchFileStatus(server, narrowestSrc(before))).toBe(404)
    expect(await listRenditionFiles(server, narrowestSrc(before))).toEqual([])
    expect(await fetchFileStatus(server, narrowestSrc(story.photo))).toBe(200)
  })

  it('is rendered at 9:16 even if its photo was still processing when the story was posted', async () => {
    const { body } = await uploadTestPhoto(server, author, photoBytes)
    const created = await createStory(author, { photo: body.id, caption: 'Low tide', composition })
    expect(created.status).toBe(201)
    await render()
    const { photo } = (await readStory(author, created.body)).body
    expect(photo).toMatchObject({ state: 'ready', width: 1080, height: 1920 })
  })

  it('has no AVIF files, because a later rendering could show another portrait of the pet', async () => {
    const { created } = await createComposed()
    await server.deps.jobs.drain()
    const { photo } = (await readStory(author, created)).body
    expect(photo).toMatchObject({ state: 'ready', avifWidths: [] })
    expect(await listRenditionFiles(server, narrowestSrc(photo))).not.toContainEqual(expect.stringMatching(/\.avif$/))
  })

  it('omits its name plate after the pet on the plate is deleted', async () => {
    const pet = await aPet(server, [author])
    const { story } = await createComposed({
      composition: { ...composition, plate: { x: 0.3, y: 0.8, pet } },
      pets: [pet],
    })
    const reader = await aUser(server)
    expect((await readStory(reader, story)).text).toContain(pet)
    await server.call(author, 'DELETE', `/api/pets/${pet}`)
    const after = await readStory(reader, story)
    expect(after.body).toMatchObject({ composition: { plate: null }, pets: [] })
    expect(after.text).not.toContain(pet)
  })

  it('counts as unfinished only if not rendered ten minutes after posting, even with a day-old photo', async () => {
    const photo = await readyPhoto(server, author, photoBytes)
    await server.deps.database.rows(
      sql`update photos set created_at = created_at - interval '1 day' where id = ${photo.id}`,
    )
    await createStory(author, { photo: photo.id, caption: 'Low tide', composition })
    const ctx = createContext(server.deps, systemCaller)
    expect(await countUnfinishedPhotos(ctx)).toBe(0)
    expect(await countUnfinishedPhotos({ ...ctx, now: new Date(ctx.now.getTime() + 10 * 60_000) })).toBe(1)
    await render()
  })

  it('keeps its URL and files when the rendering job runs twice in parallel', async () => {
    const { story } = await createComposed()
    const files = await listRenditionFiles(server, narrowestSrc(story.photo))
    const again = () => finishPhoto(createContext(server.deps, systemCaller), story.photo.id)
    await server.deps.database.rows(
      sql`update photos set state = 'processing', widths = '{}' where id = ${story.photo.id}`,
    )
    await Promise.all([again(), again()])
    await render()
    expect((await readStory(author, story)).body.photo).toMatchObject({ state: 'ready', src: story.photo.src })
    expect(await listRenditionFiles(server, narrowestSrc(story.photo))).toEqual(files)
  })

  it('remains 1080 by 1920 pixels when its photo is rotated', async () => {
    const { story } = await createComposed()
    const change = { crop: null, rotate: 90 }
    const edited = await server.call<Story['photo']>(author, 'PATCH', `/api/photos/${story.photo.id}`, change)
    expect(edited).toMatchObject({ status: 200, body: { width: 1080, height: 1920, rotate: 90 } })
  })

  it('is created once for one idempotency key', async () => {
    const photo = await readyPhoto(server, author, photoBytes)
    const key = { 'idempotency-key': randomUUID() }
    const body = { photo: photo.id, caption: 'Low tide', composition }
    const [first, second] = [await createStory(author, body, key), await createStory(author, body, key)]
    expect([first.status, second.status]).toEqual([201, 201])
    expect(second.body.id).toBe(first.body.id)
  })

  it('keeps the size of its photo when the composition is null', async () => {
    const { story } = await createComposed({ composition: null })
    expect(story).toMatchObject({ composition: null, isReady: true, photo: { width: 600, height: 450 } })
  })
})

describe('POST /api/stories with a composition', () => {
  const readErrorFields = (text: string) =>
    (JSON.parse(text) as { errors?: { field: string; code: string }[] }).errors?.map(({ field }) => field)

  it.each<[string, unknown, string]>([
    ['an unknown typeface', { ...composition, text: { ...aText, face: 'comic' } }, 'composition.text.face'],
    ['an unknown colour', { ...composition, text: { ...aText, ink: '#f00' } }, 'composition.text.ink'],
    ['a text size beyond the stage', { ...composition, text: { ...aText, size: 3 } }, 'composition.text.size'],
    ['a text position outside the stage', { ...composition, text: { ...aText, x: -0.1 } }, 'composition.text.x'],
    ['a position that is not a number', { ...composition, text: { ...aText, y: '0.5' } }, 'composition.text.y'],
    ['a photo of width 0', { ...composition, photo: { x: 0.5, y: 0.5, width: 0 } }, 'composition.photo.width'],
    ['a photo outside the stage', { ...composition, photo: { x: 1e9, y: 0.5, width: 1 } }, 'composition.photo.x'],
    ['a stage without a photo', { text: null, plate: null }, 'composition.photo'],
    [
      'a name plate without a valid pet id',
      { ...composition, plate: { x: 0.5, y: 0.5, pet: 'Kiko' } },
      'composition.plate.pet',
    ],
  ])('returns 400 for %s', async (_, wrong, field) => {
    const photo = await readyPhoto(server, author, photoBytes)
    const refused = await createStory(author, { photo: photo.id, caption: 'Low tide', composition: wrong })
    expect(refused.status).toBe(400)
    expect(readErrorFields(refused.text)).toEqual([field])
  })

  it.each([
    ['an empty text', ''],
    ['letters that the typeface lacks', 'Kiko 小黑'],
    ['right-to-left letters', 'مرحبا'],
    ['an emoji without a drawing', 'Karibu 🇰🇪'],
  ])('returns 400 for %s on the photo, and 201 for the same text as a caption below the photo', async (_, caption) => {
    const photo = await readyPhoto(server, author, photoBytes)
    const refused = await createStory(author, { photo: photo.id, caption, composition })
    expect([refused.status, readErrorFields(refused.text)]).toEqual([400, ['composition.text']])
    const accepted = await createStory(author, {
      photo: photo.id,
      caption,
      composition: { ...composition, text: null },
    })
    expect(accepted).toMatchObject({ status: 201, body: { caption, composition: { text: null } } })
  })

  it('returns 400 for the name plate of an untagged pet, 404 for another user’s pet, 401 without session', async () => {
    const photo = await readyPhoto(server, author, photoBytes)
    const [own, foreign] = [await aPet(server, [author]), await aPet(server, [await aUser(server)])]
    const buildBody = (pet: typeof own, pets: (typeof own)[]) => ({
      photo: photo.id,
      pets,
      composition: { ...composition, text: null, plate: { x: 0.5, y: 0.5, pet } },
    })
    const untagged = await createStory(author, buildBody(own, []))
    expect([untagged.status, readErrorFields(untagged.text)]).toEqual([400, ['composition.plate']])
    expect((await createStory(author, buildBody(foreign, [own]))).status).toBe(400)
    expect((await createStory(author, buildBody(foreign, [foreign]))).status).toBe(404)
    expect((await createStory(null, buildBody(own, [own]))).status).toBe(401)
    expect((await createStory(author, buildBody(own, [own]))).status).toBe(201)
  })
})
