import { noPhotoEdit } from '@pawtrait/contract/photos/photo-edit.ts'
import type { StoryText } from '@pawtrait/contract/story-stage.ts'
import { stageSize } from '@pawtrait/stage/stage.ts'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { enlargePhoto, renderPhoto } from '#features/media/decode-photo.ts'
import { writeUpload } from '#testing/photos/decode-upload.ts'
import { drawnScene } from '#testing/photos/images.ts'
import type { PhotoStage, StoredNamePlate } from './photo-stage.ts'

const fullPhoto = { x: 0.5, y: 0.5, width: 1 }
const style: StoryText = { x: 0.5, y: 0.5, ink: 'brass', face: 'serif', size: 0.12 }
const clover: StoredNamePlate = {
  x: 0.5,
  y: 0.85,
  pet: '' as StoredNamePlate['pet'],
  name: 'Clover',
  kind: 'dog',
  backdrop: 'dusk',
  portrait: null,
}

const plainStage = { photo: fullPhoto, text: null, plate: null, words: '' } satisfies PhotoStage
const createGreyPhoto = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#808080' } })
    .png()
    .toBuffer()

/** Renders a story with a photo. Returns its first files, and the pixels of the largest file. */
async function renderStory(photo: Buffer, changes: Partial<PhotoStage>, portrait?: string) {
  const { accepted, rest, folder } = await writeUpload(photo, 'png')
  const { original } = await accepted
  await rest
  const edit = { ...noPhotoEdit, stage: { ...plainStage, ...changes } }
  const first = await renderPhoto(original.file, folder, edit, portrait)
  const largest = first.files.find(({ width, extension }) => width === 1080 && extension === 'jpg')
  const { data } = await sharp(largest?.file).raw().toBuffer({ resolveWithObject: true })
  const at = (x: number, y: number) => [
    ...data.subarray((y * stageSize.width + x) * 3, (y * stageSize.width + x) * 3 + 3),
  ]
  return {
    first,
    at,
    colour: measureColourShare(at),
    folder,
    enlarged: () => enlargePhoto(original.file, folder, edit, portrait),
  }
}

type ReadPixel = (x: number, y: number) => number[]
const isNear = (actual: readonly number[], expected: readonly number[], tolerance = 24) =>
  actual.every((value, index) => Math.abs(value - (expected[index] ?? 0)) <= tolerance)

const brass = [241, 213, 155]
const brassInk = [59, 37, 0]
const middleGrey = [128, 128, 128]

/** Returns the share of a box's pixels that have the wanted colour. */
const measureColourShare =
  (at: ReadPixel) => (searched: readonly number[], box: { x: number; y: number; width: number; height: number }) => {
    let matchingPixels = 0
    let checkedPixels = 0
    for (let x = box.x; x < box.x + box.width; x += 3)
      for (let y = box.y; y < box.y + box.height; y += 3) {
        checkedPixels += 1
        if (isNear(at(x, y), searched)) matchingPixels += 1
      }
    return matchingPixels / checkedPixels
  }

const everywhere = { x: 0, y: 0, width: stageSize.width, height: stageSize.height }

describe('text on a story', () => {
  it('appears only at its position, in every size and format of the image', async () => {
    const { first, enlarged, colour } = await renderStory(await createGreyPhoto(600, 1067), {
      text: style,
      words: 'Low tide',
    })
    expect(first).toMatchObject({ width: 1080, height: 1920 })
    const later = await enlarged()
    const files = [...first.files, ...later.files].map(({ width, extension }) => `${width}.${extension}`)
    const expectedFiles = [
      '320.webp',
      '320.jpg',
      '640.webp',
      '640.jpg',
      '1080.webp',
      '1080.jpg',
      '640.avif',
      '1080.avif',
    ]
    expect(files.toSorted()).toEqual(expectedFiles.toSorted())
    const middle = { x: 300, y: 900, width: 480, height: 120 }
    expect(colour(brass, middle)).toBeGreaterThan(0.3)
    expect(colour(brassInk, middle)).toBeGreaterThan(0.1)
    expect(colour(middleGrey, { ...everywhere, height: 800 })).toBe(1)
    expect(colour(middleGrey, { ...everywhere, y: 1120, height: 800 })).toBe(1)
    for (const { file } of [...first.files, ...later.files]) {
      const { data, info } = await sharp(file).removeAlpha().raw().toBuffer({ resolveWithObject: true })
      const rows = Math.round(info.height / 2)
      const line = data.subarray(rows * info.width * 3, (rows + 1) * info.width * 3)
      const isBrass = (x: number) => isNear([...line.subarray(x * 3, x * 3 + 3)], brass, 40)
      expect(Array.from({ length: info.width }, (_, x) => isBrass(x)).filter(Boolean).length).toBeGreaterThan(20)
    }
  })

  it('shows SVG markup as plain text', async () => {
    const words = '</svg><rect width="2000" height="2000" fill="red"/>&amp;<script>'
    const { colour } = await renderStory(await createGreyPhoto(600, 1067), { text: { ...style, size: 0.06 }, words })
    expect(colour(middleGrey, { ...everywhere, height: 500 })).toBe(1)
    expect(colour([255, 0, 0], everywhere)).toBe(0)
    expect(colour(brassInk, { x: 200, y: 880, width: 680, height: 160 })).toBeGreaterThan(0.01)
  })

  it('shows emoji in colour', async () => {
    const { colour } = await renderStory(await createGreyPhoto(600, 1067), {
      text: { ...style, ink: 'night' },
      words: '❤❤❤',
    })
    expect(colour([239, 68, 80], { x: 300, y: 860, width: 480, height: 200 })).toBeGreaterThan(0.03)
    const withoutEmoji = await renderStory(await createGreyPhoto(600, 1067), {
      text: { ...style, ink: 'night' },
      words: 'xxx',
    })
    expect(withoutEmoji.colour([239, 68, 80], everywhere)).toBe(0)
  })

  it('gives an image with identical bytes when it is rendered again', async () => {
    const photo = await createGreyPhoto(600, 1067)
    const [original, repeated] = [
      await renderStory(photo, { text: style, words: 'Low 🐶', plate: clover }),
      await renderStory(photo, { text: style, words: 'Low 🐶', plate: clover }),
    ]
    const bytes = async ({ first }: typeof original) =>
      sharp(first.files.find(({ width }) => width === 1080)?.file).toBuffer()
    expect((await bytes(original)).equals(await bytes(repeated))).toBe(true)
  })
})

describe('photo on a story', () => {
  const [red, green, blue] = [
    [224, 32, 32],
    [32, 192, 32],
    [32, 32, 224],
  ]
  const findColourName = (at: ReadPixel, x: number, y: number) =>
    Object.entries({ red, green, blue }).find(([, colour]) => colour && isNear(at(x, y), colour, 60))?.[0]

  it('appears at its position, on a dark and blurred copy of itself', async () => {
    const { at } = await renderStory(await drawnScene(900, 900).png().toBuffer(), {
      photo: { x: 0.5, y: 0.25, width: 0.5 },
    })
    // The visible photo is a square of 540 px, centred at x = 540, y = 480.
    expect(findColourName(at, 300, 250)).toBe('red')
    expect(findColourName(at, 780, 250)).toBe('green')
    expect(findColourName(at, 540, 700)).toBe('blue')
    expect(findColourName(at, 540, 190)).toBeUndefined()
    const dark = Math.max(...at(540, 1700))
    expect(dark).toBeGreaterThan(40)
    expect(dark).toBeLessThan(190)
  })

  it('is clipped at the edges of the story when the photo is larger', async () => {
    const { at } = await renderStory(await drawnScene(900, 900).png().toBuffer(), { photo: { x: 1, y: 1, width: 4 } })
    // The photo's centre is at the lower right corner of the story, so only its upper left quarter is visible.
    expect([findColourName(at, 5, 5), findColourName(at, 1000, 1800), findColourName(at, 1000, 5)]).toEqual([
      'red',
      'red',
      'red',
    ])
  })

  it('covers the whole story when it is a panorama as high as the story', async () => {
    const { at } = await renderStory(await drawnScene(3000, 600).png().toBuffer(), {
      photo: { x: 0.5, y: 0.5, width: 8.9 },
    })
    expect([findColourName(at, 5, 5), findColourName(at, 1075, 5), findColourName(at, 540, 1915)]).toEqual([
      'red',
      'green',
      'blue',
    ])
  })
})

describe('name plate on a story', () => {
  it('appears at its position, with the portrait or the drawing of the species', async () => {
    const photo = await createGreyPhoto(600, 1067)
    const withDrawing = await renderStory(photo, { plate: clover })
    const plateBox = { x: 380, y: 1570, width: 320, height: 124 }
    expect(withDrawing.colour(brass, plateBox)).toBeGreaterThan(0.4)
    expect(withDrawing.colour([86, 111, 198], plateBox)).toBeGreaterThan(0.01)
    expect(withDrawing.colour(middleGrey, { ...everywhere, height: 1500 })).toBe(1)
    const portrait = `${withDrawing.folder}/portrait.jpg`
    await sharp({ create: { width: 320, height: 400, channels: 3, background: '#20c020' } }).toFile(portrait)
    const withPhoto = await renderStory(photo, { plate: clover }, portrait)
    expect(withPhoto.colour([32, 192, 32], plateBox)).toBeGreaterThan(0.02)
    expect(withDrawing.colour([32, 192, 32], plateBox)).toBe(0)
  })

  it('shows only the frame when the typeface lacks the letters of the pet’s name', async () => {
    const photo = await createGreyPhoto(600, 1067)
    const { colour } = await renderStory(photo, { plate: { ...clover, name: '小黑' } })
    const withKnownLetters = await renderStory(photo, { plate: clover })
    const plateBox = { x: 380, y: 1570, width: 320, height: 124 }
    expect(colour(brass, plateBox)).toBeGreaterThan(0.05)
    expect(colour(brass, plateBox)).toBeLessThan(withKnownLetters.colour(brass, plateBox) / 2)
  })
})
