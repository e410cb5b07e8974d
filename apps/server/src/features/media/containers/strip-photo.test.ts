import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { animatedGif, drawnScene, htmlJpeg, polyglotPayload, taggedJpeg } from '#testing/photos/images.ts'
import { MalformedPhotoError } from './photo-container.ts'
import { stripGif } from './strip-gif.ts'
import { stripJpeg } from './strip-jpeg.ts'
import { stripPng } from './strip-png.ts'
import { stripWebp } from './strip-webp.ts'

const personal = { IFD0: { Artist: 'Wanjiku Mwangi' } }
const createTaggedPhoto = () => drawnScene(400, 300).withIccProfile('p3').withExif(personal)
const pixels = (photo: Buffer) => sharp(photo).keepIccProfile().raw().toBuffer()

const makers: [string, () => Promise<Buffer>, (photo: Buffer, orientation: number) => Buffer][] = [
  ['JPEG', () => createTaggedPhoto().jpeg().toBuffer(), stripJpeg],
  ['progressive JPEG', () => createTaggedPhoto().jpeg({ progressive: true }).toBuffer(), stripJpeg],
  ['PNG', () => createTaggedPhoto().png().toBuffer(), stripPng],
  ['WebP', () => createTaggedPhoto().webp().toBuffer(), stripWebp],
  ['lossless WebP', () => createTaggedPhoto().ensureAlpha(0.4).webp({ lossless: true }).toBuffer(), stripWebp],
]

describe.each(makers)('metadata removal from a %s', (_name, make, strip) => {
  test('keeps the pixels and the colour profile, and removes metadata and trailing bytes', async () => {
    const photo = await make()
    const before = await sharp(photo).metadata()
    expect(before.exif).toBeDefined()
    const stripped = strip(Buffer.concat([photo, Buffer.from(polyglotPayload)]), 1)
    const after = await sharp(stripped).metadata()
    expect(after.exif).toBeUndefined()
    expect(after.icc?.equals(before.icc ?? Buffer.alloc(0))).toBe(true)
    expect((await pixels(stripped)).equals(await pixels(photo))).toBe(true)
    expect(stripped.includes(polyglotPayload)).toBe(false)
    expect(stripped.includes('Wanjiku')).toBe(false)
  })

  test('writes the given orientation as the only EXIF tag', async () => {
    const metadata = await sharp(strip(await make(), 6)).metadata()
    expect(metadata.orientation).toBe(6)
    expect(metadata.exif?.includes('Wanjiku')).toBe(false)
    expect(metadata.autoOrient).toEqual({ width: 300, height: 400 })
  })

  test('throws MalformedPhotoError for a truncated file', async () => {
    const photo = await make()
    expect(() => strip(photo.subarray(0, photo.length - 200), 1)).toThrow(MalformedPhotoError)
  })
})

test.each([true, false])('stripWebp sets the profile flag only for a photo with a profile (%s)', async (hasProfile) => {
  const photo = drawnScene(60, 40).ensureAlpha(0.4).withExif(personal)
  const stripped = stripWebp(await (hasProfile ? photo.withIccProfile('p3') : photo).webp().toBuffer(), 1)
  expect(stripped.toString('latin1', 12, 16)).toBe('VP8X')
  expect(((stripped[20] ?? 0) & 0x20) > 0).toBe(hasProfile)
  expect(stripped.includes('ICCP')).toBe(hasProfile)
})

test('stripJpeg removes an invalid colour profile', async () => {
  const photo = await drawnScene(60, 40).jpeg().toBuffer()
  const invalidProfile = Buffer.concat([
    Buffer.from('ICC_PROFILE\0\x01\x01', 'latin1'),
    Buffer.from(polyglotPayload.repeat(4)),
  ])
  const head = Buffer.from([0xff, 0xe2, 0, 0])
  head.writeUInt16BE(invalidProfile.length + 2, 2)
  const withInvalidProfile = Buffer.concat([photo.subarray(0, 2), head, invalidProfile, photo.subarray(2)])
  expect(stripJpeg(withInvalidProfile, 1).includes(polyglotPayload)).toBe(false)
})

test('stripJpeg removes trailing bytes when fill bytes precede the end marker', async () => {
  const photo = await drawnScene(60, 40).jpeg().toBuffer()
  const withFillBytes = Buffer.concat([
    photo.subarray(0, -2),
    Buffer.from([0xff, 0xff, 0xff, 0xd9]),
    Buffer.from(polyglotPayload),
  ])
  const stripped = stripJpeg(withFillBytes, 1)
  expect(stripped.includes(polyglotPayload)).toBe(false)
  expect((await pixels(stripped)).equals(await pixels(photo))).toBe(true)
})

test('stripJpeg does not change a JPEG that is already stripped', async () => {
  for (const photo of [await taggedJpeg(), await htmlJpeg()]) {
    const stripped = stripJpeg(photo, 1)
    expect(stripJpeg(stripped, 1).equals(stripped)).toBe(true)
  }
})

test('stripGif keeps frames, delays and loop count, and removes comments and trailing bytes', async () => {
  const gif = await animatedGif(5)
  expect(gif.includes('secret comment')).toBe(true)
  const stripped = stripGif(Buffer.concat([gif, Buffer.from(polyglotPayload)]))
  const { pages, delay, loop } = await sharp(gif, { animated: true }).metadata()
  expect(await sharp(stripped, { animated: true }).metadata()).toMatchObject({ pages, delay, loop })
  expect(stripped.includes('secret comment')).toBe(false)
  expect(stripped.includes(polyglotPayload)).toBe(false)
  expect(() => stripGif(gif.subarray(0, -10))).toThrow(MalformedPhotoError)
})
