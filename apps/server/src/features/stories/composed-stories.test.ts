import { randomUUID } from 'node:crypto'
import { type NewStory, Story } from '@pawtrait/contract/stories.ts'
import type { StoryComposition } from '@pawtrait/contract/story-stage.ts'
import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import * as v from 'valibot'
import { beforeAll, describe, expect, it } from 'vitest'
import { countUnfinished, finishPhoto } from '#features/media/finish-photo.ts'
import { contextOf, system } from '#platform/context.ts'
import { aPet, aUser, type TestUser } from '#testing/given.ts'
import { scene } from '#testing/photos/images.ts'
import { fetchFile, filesOf, readyPhoto, srcOf, statusOf, upload } from '#testing/photos/photos.ts'
import { serverForFile } from '#testing/server.ts'

const server = serverForFile()
let author: TestUser
let photoBytes: Buffer
beforeAll(async () => {
  author = await aUser(server)
  photoBytes = await scene(600, 450).jpeg().toBuffer()
})

const aText = { x: 0.5, y: 0.4, ink: 'brass', face: 'hand', size: 0.1 } as const
const composition: StoryComposition = { text: aText, photo: { x: 0.5, y: 0.5, width: 1 }, plate: null }

const post = (who: TestUser | null, body: Partial<NewStory> | Record<string, unknown>, headers = {}) =>
  server.call<Story>(who, 'POST', '/api/stories', body, { headers })
const storyOf = (who: TestUser | null, { id }: { id: string }) => server.call<Story>(who, 'GET', `/api/stories/${id}`)

/** AVIF and large sizes are left out: nothing here looks at them. */
const drawn = () => server.deps.jobs.drain(['enlarge-photo'])

/** A story of a real photo, once others can see it. */
async function composed(more: Partial<NewStory> = {}) {
  const photo = await readyPhoto(server, author, photoBytes)
  const made = await post(author, { photo: photo.id, caption: 'Low tide', composition, ...more })
  expect(made.status).toBe(201)
  await drawn()
  return { before: photo, made: made.body, story: (await storyOf(author, made.body)).body }
}

describe('a story on a stage', () => {
  it('is drawn 9 by 16, tells its words and how they stand, and can be seen when it is ready', async () => {
    const reader = await aUser(server)
    const pet = await aPet(server, [author])
    const plate = { x: 0.3, y: 0.8, pet }
    const { made, story } = await composed({ composition: { ...composition, plate }, pets: [pet] })
    expect(made).toMatchObject({ isReady: false, photo: { state: 'processing' } })
    v.parse(v.strictObject(Story.entries), story)
    const wanted = { caption: 'Low tide', composition: { ...composition, plate } }
    expect(story).toMatchObject({ ...wanted, isReady: true, photo: { state: 'ready', width: 1080, height: 1920 } })
    expect(Object.keys(story.composition?.plate ?? {}).toSorted()).toEqual(['pet', 'x', 'y'])
    expect((await storyOf(reader, story)).body).toMatchObject({ ...wanted, isReady: true })
    const { data, info } = await sharp((await fetchFile(server, srcOf(story.photo))).rawPayload)
      .raw()
      .toBuffer({ resolveWithObject: true })
    expect([info.width, info.height]).toEqual([320, 569])
    const at = (Math.round(info.height * 0.4) * info.width + 160) * info.channels
    // The plate of the words, or a letter on it; never the photo, which is red, green and blue.
    expect((data[at] ?? 0) + 5).toBeGreaterThan(data[at + 2] ?? 255)
  })

  it('takes the files of the photo as it was with it, and not before it is posted for good', async () => {
    const photo = await readyPhoto(server, author, photoBytes)
    await post(author, { photo: photo.id, caption: 'Low tide', composition }, { 'idempotency-key': randomUUID() })
    expect(await filesOf(server, srcOf(photo))).not.toEqual([])
    expect(await statusOf(server, srcOf(photo))).toBe(404)
    await drawn()
    expect(await filesOf(server, srcOf(photo))).toEqual([])
    const { before, story } = await composed()
    expect(await statusOf(server, srcOf(before))).toBe(404)
    expect(await filesOf(server, srcOf(before))).toEqual([])
    expect(await statusOf(server, srcOf(story.photo))).toBe(200)
  })

  it('of a photo that is still being made shows nothing of it without the words', async () => {
    const { body } = await upload(server, author, photoBytes)
    const made = await post(author, { photo: body.id, caption: 'Low tide', composition })
    expect(made.status).toBe(201)
    await drawn()
    const { photo } = (await storyOf(author, made.body)).body
    expect(photo).toMatchObject({ state: 'ready', width: 1080, height: 1920 })
  })

  it('shows the same portrait in all its sizes: none is drawn later', async () => {
    const { made } = await composed()
    await server.deps.jobs.drain()
    const { photo } = (await storyOf(author, made)).body
    expect(photo).toMatchObject({ state: 'ready', avifWidths: [] })
    expect(await filesOf(server, srcOf(photo))).not.toContainEqual(expect.stringMatching(/\.avif$/))
  })

  it('says nothing of a plate to whom its pet is not for', async () => {
    const pet = await aPet(server, [author])
    const { story } = await composed({ composition: { ...composition, plate: { x: 0.3, y: 0.8, pet } }, pets: [pet] })
    const reader = await aUser(server)
    expect((await storyOf(reader, story)).text).toContain(pet)
    await server.call(author, 'DELETE', `/api/pets/${pet}`)
    const after = await storyOf(reader, story)
    expect(after.body).toMatchObject({ composition: { plate: null }, pets: [] })
    expect(after.text).not.toContain(pet)
  })

  it('is on its way since it was posted, however old its photo', async () => {
    const photo = await readyPhoto(server, author, photoBytes)
    await server.deps.database.rows(
      sql`update photos set created_at = created_at - interval '1 day' where id = ${photo.id}`,
    )
    await post(author, { photo: photo.id, caption: 'Low tide', composition })
    const ctx = contextOf(server.deps, system)
    expect(await countUnfinished(ctx)).toBe(0)
    expect(await countUnfinished({ ...ctx, now: new Date(ctx.now.getTime() + 10 * 60_000) })).toBe(1)
    await drawn()
  })

  it('is drawn once, also when the job runs twice or at the same time', async () => {
    const { story } = await composed()
    const files = await filesOf(server, srcOf(story.photo))
    const again = () => finishPhoto(contextOf(server.deps, system), story.photo.id)
    await server.deps.database.rows(
      sql`update photos set state = 'processing', widths = '{}' where id = ${story.photo.id}`,
    )
    await Promise.all([again(), again()])
    await drawn()
    expect((await storyOf(author, story)).body.photo).toMatchObject({ state: 'ready', src: story.photo.src })
    expect(await filesOf(server, srcOf(story.photo))).toEqual(files)
  })

  it('stays drawn when its photo is edited', async () => {
    const { story } = await composed()
    const change = { crop: null, rotate: 90 }
    const edited = await server.call<Story['photo']>(author, 'PATCH', `/api/photos/${story.photo.id}`, change)
    expect(edited).toMatchObject({ status: 200, body: { width: 1080, height: 1920, rotate: 90 } })
  })

  it('sent twice under one key is one story', async () => {
    const photo = await readyPhoto(server, author, photoBytes)
    const key = { 'idempotency-key': randomUUID() }
    const body = { photo: photo.id, caption: 'Low tide', composition }
    const [one, other] = [await post(author, body, key), await post(author, body, key)]
    expect([one.status, other.status]).toEqual([201, 201])
    expect(other.body.id).toBe(one.body.id)
  })

  it('leaves a story without one as it was', async () => {
    const { story } = await composed({ composition: null })
    expect(story).toMatchObject({ composition: null, isReady: true, photo: { width: 600, height: 450 } })
  })
})

describe('refused is', () => {
  const fieldsOf = (text: string) =>
    (JSON.parse(text) as { errors?: { field: string; code: string }[] }).errors?.map(({ field }) => field)

  it.each<[string, unknown, string]>([
    ['a face nobody has', { ...composition, text: { ...aText, face: 'comic' } }, 'composition.text.face'],
    ['a colour of one’s own', { ...composition, text: { ...aText, ink: '#f00' } }, 'composition.text.ink'],
    ['a size beyond the stage', { ...composition, text: { ...aText, size: 3 } }, 'composition.text.size'],
    ['a place beyond it', { ...composition, text: { ...aText, x: -0.1 } }, 'composition.text.x'],
    ['a number that is none', { ...composition, text: { ...aText, y: '0.5' } }, 'composition.text.y'],
    ['a photo without width', { ...composition, photo: { x: 0.5, y: 0.5, width: 0 } }, 'composition.photo.width'],
    ['a photo out of sight', { ...composition, photo: { x: 1e9, y: 0.5, width: 1 } }, 'composition.photo.x'],
    ['a stage without a photo', { text: null, plate: null }, 'composition.photo'],
    ['a plate of nothing', { ...composition, plate: { x: 0.5, y: 0.5, pet: 'Kiko' } }, 'composition.plate.pet'],
  ])('%s', async (_, wrong, field) => {
    const photo = await readyPhoto(server, author, photoBytes)
    const refused = await post(author, { photo: photo.id, caption: 'Low tide', composition: wrong })
    expect(refused.status).toBe(400)
    expect(fieldsOf(refused.text)).toEqual([field])
  })

  it.each([
    ['words that are none', ''],
    ['letters without a face', 'Kiko 小黑'],
    ['letters written from the right', 'مرحبا'],
    ['a picture without a drawing', 'Karibu 🇰🇪'],
  ])('%s, to be drawn; below the photo they may stand', async (_, caption) => {
    const photo = await readyPhoto(server, author, photoBytes)
    const refused = await post(author, { photo: photo.id, caption, composition })
    expect([refused.status, fieldsOf(refused.text)]).toEqual([400, ['composition.text']])
    const taken = await post(author, { photo: photo.id, caption, composition: { ...composition, text: null } })
    expect(taken).toMatchObject({ status: 201, body: { caption, composition: { text: null } } })
  })

  it('a plate of a pet that is not tagged, or that is somebody else’s; and who is not logged in', async () => {
    const photo = await readyPhoto(server, author, photoBytes)
    const [own, foreign] = [await aPet(server, [author]), await aPet(server, [await aUser(server)])]
    const plated = (pet: typeof own, pets: (typeof own)[]) => ({
      photo: photo.id,
      pets,
      composition: { ...composition, text: null, plate: { x: 0.5, y: 0.5, pet } },
    })
    const untagged = await post(author, plated(own, []))
    expect([untagged.status, fieldsOf(untagged.text)]).toEqual([400, ['composition.plate']])
    expect((await post(author, plated(foreign, [own]))).status).toBe(400)
    expect((await post(author, plated(foreign, [foreign]))).status).toBe(404)
    expect((await post(null, plated(own, [own]))).status).toBe(401)
    expect((await post(author, plated(own, [own]))).status).toBe(201)
  })
})
