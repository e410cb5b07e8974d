import { readFile } from 'node:fs/promises'
import {
  type Adjustments,
  type ColourTransform,
  computeColourTransform,
  computeStraightenZoom,
  noAdjustments,
} from '@pawtrait/contract/photos/photo-adjustments.ts'
import { noPhotoEdit } from '@pawtrait/contract/photos/photo-edit.ts'
import { photoFilters } from '@pawtrait/contract/photos/photo-filters.ts'
import { listPhotoUrls } from '@pawtrait/contract/photos/photo-renditions.ts'
import type { OwnPhoto, PhotoEdit } from '@pawtrait/contract/photos/photos.ts'
import sharp, { type Sharp } from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { aUser, type TestUser } from '#testing/fixtures.ts'
import { writeUpload } from '#testing/photos/decode-upload.ts'
import { fetchFile, narrowestSrc, readyPhoto } from '#testing/photos/photos.ts'
import { serverForFile } from '#testing/server.ts'
import { enlargePhoto, renderPhoto } from './decode-photo.ts'
import type { UploadFormat } from './sniff-photo.ts'

const createPlainPhoto = (background: string, width = 400, height = 300): Sharp =>
  sharp({ create: { width, height, channels: 3, background } })

const createEdit = (some: Partial<Adjustments>): PhotoEdit => ({
  ...noPhotoEdit,
  adjustments: { ...noAdjustments, ...some },
})

/** Returns all renderings of an upload with this edit: the small ones, and the large ones that a job adds later. */
async function renderAllFiles(bytes: Buffer, edit: PhotoEdit, format: UploadFormat = 'png') {
  const { accepted, rest, folder } = await writeUpload(bytes, format)
  const { original } = await accepted
  await rest
  const first = await renderPhoto(original.file, folder, edit)
  const later = await enlargePhoto(original.file, folder, edit)
  return { ...first, contents: await Promise.all([...first.files, ...later.files].map(({ file }) => readFile(file))) }
}

const clampLevel = (value: number) => Math.min(255, Math.max(0, value))

/** Returns the expected colour. The browser computes it with the same formula. */
function computeExpectedColour({ gain, offset, mix }: ColourTransform, colour: readonly number[]) {
  const transformed = [0, 1, 2].map((at) => clampLevel((colour[at] ?? 0) * (gain[at] ?? 1) + (offset[at] ?? 0) * 255))
  return mix.map((row) => clampLevel(row.reduce((sum, share, at) => sum + share * (transformed[at] ?? 0), 0)))
}

const readMiddleColour = async (bytes: Buffer) => {
  const { data, info } = await sharp(bytes)
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const at = (Math.floor(info.height / 2) * info.width + Math.floor(info.width / 2)) * info.channels
  return [...data.subarray(at, at + 3)]
}

const colours = { '#a06a3c': [160, 106, 60], '#808080': [128, 128, 128], '#2a6fb0': [42, 111, 176] }
const adjustmentCases: Partial<Adjustments>[] = [
  ...photoFilters.map((filter) => ({ filter })),
  { filter: 'vivid', strength: 0.4 },
  { brightness: 0.5 },
  { contrast: -0.7, warmth: 0.8 },
]

describe('colour adjustments', () => {
  test.each(adjustmentCases)('match the browser’s formula in every rendering (%j)', async (adjustments) => {
    const edit = createEdit(adjustments)
    for (const [name, colour] of Object.entries(colours)) {
      const { contents } = await renderAllFiles(await createPlainPhoto(name).png().toBuffer(), edit)
      const expected = computeExpectedColour(computeColourTransform({ ...noAdjustments, ...adjustments }), colour)
      expect(contents.length).toBeGreaterThan(3)
      for (const bytes of contents)
        for (const [at, value] of (await readMiddleColour(bytes)).entries())
          expect(Math.abs(value - (expected[at] ?? 0)), `${name}, ${JSON.stringify(adjustments)}`).toBeLessThan(7)
    }
  })

  const photoKinds: [string, UploadFormat, () => Promise<Buffer>][] = [
    ['grey JPEG', 'jpeg', () => createPlainPhoto('#808080').toColourspace('b-w').jpeg().toBuffer()],
    ['grey PNG of 16 bits', 'png', () => createPlainPhoto('#808080').toColourspace('grey16').png().toBuffer()],
    ['PNG of 16 bits', 'png', () => createPlainPhoto('#808080').toColourspace('rgb16').png().toBuffer()],
    ['PNG with an alpha channel', 'png', () => createPlainPhoto('#808080').ensureAlpha().png().toBuffer()],
    [
      'Display P3 JPEG',
      'jpeg',
      () => createPlainPhoto('#808080').withIccProfile('p3').jpeg({ quality: 95 }).toBuffer(),
    ],
  ]
  test.each(photoKinds)('match the browser’s formula in a %s', async (_name, format, make) => {
    const { contents } = await renderAllFiles(await make(), createEdit({ filter: 'warm' }), format)
    const [red = 0, , blue = 0] = computeExpectedColour(
      computeColourTransform({ ...noAdjustments, filter: 'warm' }),
      [128, 128, 128],
    )
    for (const bytes of contents) {
      const [r = 0, , b = 0] = await readMiddleColour(bytes)
      expect([Math.abs(r - red) < 8, Math.abs(b - blue) < 8], `${r} ${b}, not ${red} ${blue}`).toEqual([true, true])
    }
  })
})

describe('straightening', () => {
  const rotations = [-15, -7.5, -0.5, 0.5, 3, 15].flatMap((straighten) =>
    ([0, 90] as const).map((rotate) => ({ straighten, rotate })),
  )
  test.each(rotations)('crops away empty corners at $straighten° after a rotation by $rotate°', async (rotation) => {
    const edit = { ...createEdit({ straighten: rotation.straighten }), rotate: rotation.rotate }
    const size = rotation.rotate === 0 ? { width: 1200, height: 800 } : { width: 800, height: 1200 }
    const rendered = await renderAllFiles(await createPlainPhoto('#ffffff', 1200, 800).jpeg().toBuffer(), edit, 'jpeg')
    const zoom = computeStraightenZoom(size, rotation.straighten)
    expect(Math.abs(rendered.width - size.width / zoom)).toBeLessThan(4)
    expect(Math.abs(rendered.height - size.height / zoom)).toBeLessThan(4)
    for (const bytes of rendered.contents)
      for (const { min } of (await sharp(bytes).stats()).channels) expect(min).toBeGreaterThan(235)
  })

  test('rotates the photo clockwise around its centre, as the browser does', async () => {
    // The lower half of the photo is dark. A clockwise rotation makes the left edge darker and the right edge lighter.
    const below = { input: { create: { width: 1200, height: 400, channels: 3, background: '#000' } } } as const
    const photo = await createPlainPhoto('#ffffff', 1200, 800)
      .composite([{ ...below, left: 0, top: 400 }])
      .png()
      .toBuffer()
    const { contents } = await renderAllFiles(photo, createEdit({ straighten: 10 }))
    const { data, info } = await sharp(contents.at(0) ?? photo)
      .greyscale()
      .raw()
      .toBuffer({ resolveWithObject: true })
    const computeDarkShare = (x: number) => {
      let darkPixels = 0
      for (let y = 0; y < info.height; y++) if ((data[(y * info.width + x) * info.channels] ?? 255) < 128) darkPixels++
      return darkPixels / info.height
    }
    expect(computeDarkShare(4)).toBeGreaterThan(0.55)
    expect(computeDarkShare(info.width - 5)).toBeLessThan(0.45)
    expect(Math.abs(computeDarkShare(Math.round(info.width / 2)) - 0.5)).toBeLessThan(0.02)
  })
})

describe('PATCH /api/photos/{id}', () => {
  const server = serverForFile()
  let ann: TestUser
  beforeAll(async () => {
    ann = await aUser(server)
  })
  const uncropped = { crop: null, rotate: 0 }

  /** Creates a photo of the user Ann. Returns functions that edit and read it. */
  async function aPhoto() {
    const photo = await readyPhoto(server, ann, await createPlainPhoto('#a06a3c', 800, 600).jpeg().toBuffer())
    await server.runJobs()
    const edit = (body: object, user = ann) => server.call<OwnPhoto>(user, 'PATCH', `/api/photos/${photo.id}`, body)
    const readPhoto = async () => (await server.call<OwnPhoto>(ann, 'GET', `/api/photos/${photo.id}`)).body
    const original = async () => (await fetchFile(server, `/api/photos/${photo.id}/original`, ann.cookie)).rawPayload
    return { edit, readPhoto, original }
  }

  test('applies adjustments to all renderings and leaves the original unchanged', async () => {
    const { edit, readPhoto, original } = await aPhoto()
    const before = await original()
    const adjustments = { ...noAdjustments, filter: 'mono' as const, straighten: 5 }
    const { status, body } = await edit({ ...uncropped, adjustments })
    expect([status, body.adjustments]).toEqual([200, adjustments])
    expect(body.width).toBeLessThan(800)
    await server.runJobs()
    const photo = await readPhoto()
    expect(photo.avifWidths.length).toBeGreaterThan(0)
    for (const address of listPhotoUrls(photo)) {
      const [r = 0, g = 1, b = 2] = await readMiddleColour((await fetchFile(server, address, ann.cookie)).rawPayload)
      expect({ address, isGrey: Math.max(r, g, b) - Math.min(r, g, b) < 5 }).toEqual({ address, isGrey: true })
    }
    expect((await original()).equals(before)).toBe(true)
  })

  test('keeps the photo’s URL if no adjustment changes, and keeps adjustments that the request omits', async () => {
    const { edit } = await aPhoto()
    const adjustments = { ...noAdjustments, filter: 'mono' as const, straighten: 5 }
    const first = await edit({ ...uncropped, adjustments })
    expect(narrowestSrc((await edit({ ...uncropped, adjustments })).body)).toBe(narrowestSrc(first.body))
    const cropped = await edit({ ...uncropped, crop: { x: 0, y: 0, width: 0.5, height: 0.5 } })
    expect(cropped.body.adjustments).toEqual(adjustments)
    expect(Math.abs(cropped.body.width - first.body.width / 2)).toBeLessThan(2)
    const reset = await edit({ ...uncropped, adjustments: noAdjustments })
    expect([reset.body.adjustments, reset.body.width]).toEqual([null, 800])
  })

  const invalidChanges = [
    { straighten: 16 },
    { brightness: 1.5 },
    { strength: -0.1 },
    { filter: 'sepia' },
    { warmth: null },
  ]
  test.each(invalidChanges)('returns 400 for %j and changes nothing', async (change) => {
    const { edit, readPhoto } = await aPhoto()
    const response = await edit({ ...uncropped, adjustments: { ...noAdjustments, ...change } })
    expect([response.status, response.body]).toMatchObject([400, { code: 'validation-failed' }])
    expect((await readPhoto()).adjustments).toBeNull()
  })

  test('returns 404 to another user', async () => {
    const { edit } = await aPhoto()
    const adjustments = { ...noAdjustments, warmth: 1 }
    expect((await edit({ ...uncropped, adjustments }, await aUser(server))).status).toBe(404)
  })
})
