import { readFile } from 'node:fs/promises'
import sharp, { type Sharp } from 'sharp'
import { describe, expect, test } from 'vitest'
import { computeColourDifference } from '#testing/photos/colour-difference.ts'
import { decodeFully } from '#testing/photos/decode-upload.ts'
import { colourOfQuarters, quarterColours, quarteredPhoto } from '#testing/photos/images.ts'
import { addJpegProfile } from './containers/strip-jpeg.ts'
import type { UploadFormat } from './sniff-photo.ts'

describe('colours of renderings', () => {
  const makers: [string, UploadFormat, () => Promise<Buffer>][] = [
    ['plain JPEG', 'jpeg', () => quarteredPhoto().jpeg({ quality: 95 }).toBuffer()],
    ['progressive JPEG', 'jpeg', () => quarteredPhoto().jpeg({ quality: 95, progressive: true }).toBuffer()],
    ['Display P3 JPEG', 'jpeg', () => quarteredPhoto().withIccProfile('p3').jpeg({ quality: 95 }).toBuffer()],
    ['16 bit PNG', 'png', () => quarteredPhoto().toColourspace('rgb16').png().toBuffer()],
    [
      '16 bit Display P3 PNG',
      'png',
      () => quarteredPhoto().toColourspace('rgb16').withIccProfile('p3').png().toBuffer(),
    ],
    ['Display P3 WebP', 'webp', () => quarteredPhoto().withIccProfile('p3').webp({ quality: 95 }).toBuffer()],
    ['AVIF', 'avif', () => quarteredPhoto().avif({ quality: 90, effort: 0 }).toBuffer()],
  ]
  test.each(makers)('match the original %s in every rendering', async (_name, format, make) => {
    const { contents } = await decodeFully(await make(), format)
    for (const bytes of contents)
      for (const [index, colour] of (await colourOfQuarters(bytes)).entries())
        expect(computeColourDifference(colour, quarterColours[index] ?? []), `${index}: ${colour.join()}`).toBeLessThan(
          3,
        )
  })

  test('are converted with the colour profile of a CMYK JPEG', async () => {
    const cmyk = await quarteredPhoto().withIccProfile('cmyk').jpeg({ quality: 95 }).toBuffer()
    expect((await sharp(cmyk).metadata()).space).toBe('cmyk')
    // Reference values computed with jpgicc (Little CMS). They differ from the drawn colours, which are outside the
    // gamut of the profile.
    const expected = [
      [179, 102, 78],
      [104, 146, 91],
      [86, 105, 151],
      [196, 187, 168],
    ]
    const { contents } = await decodeFully(cmyk, 'jpeg')
    for (const bytes of contents)
      for (const [index, colour] of (await colourOfQuarters(bytes)).entries())
        expect(computeColourDifference(colour, expected[index] ?? []), `${index}: ${colour.join()}`).toBeLessThan(3)
  })

  test('include a red outside sRGB when the photo has a Display P3 profile', async () => {
    // Pure red of Display P3, outside the gamut of sRGB.
    const red = sharp({ create: { width: 400, height: 300, channels: 3, background: '#ff0000' } })
    const profile = (await sharp(await red.clone().withIccProfile('p3').png().toBuffer()).metadata()).icc
    const p3 = await sharp(await red.png().toBuffer())
      .jpeg({ quality: 95 })
      .toBuffer()
    const { contents } = await decodeFully(addJpegProfile(p3, profile ?? Buffer.alloc(0)), 'jpeg')
    for (const bytes of contents) {
      expect((await sharp(bytes).metadata()).icc?.equals(profile ?? Buffer.alloc(0))).toBe(true)
      const [r = 0, g = 255] = await sharp(bytes).keepIccProfile().removeAlpha().raw().toBuffer()
      expect([r > 250, g < 6]).toEqual([true, true])
    }
  })

  /** Returns two profiles for a photo: its own (`small`), and one padded to the size of camera profiles (`large`). */
  async function withLargeProfile(name: 'p3' | 'srgb', photo: Sharp) {
    const { icc = Buffer.alloc(0) } = await sharp(await photo.withIccProfile(name).png().toBuffer()).metadata()
    const large = Buffer.concat([icc, Buffer.alloc(5000)])
    large.writeUInt32BE(large.length, 0)
    return { large, small: icc }
  }

  test.each([
    ['p3', 600],
    ['srgb', 0],
  ] as const)('match the photo if its 5 KB profile is too large for renderings (%s)', async (name, mostBytes) => {
    const photo = await quarteredPhoto().withIccProfile(name).jpeg({ quality: 95 }).toBuffer()
    const { large, small } = await withLargeProfile(name, quarteredPhoto())
    expect(large.length).toBeGreaterThan(4096)
    const at = photo.indexOf(small)
    // Removes the segment with the small profile, including its marker and name.
    const withoutProfile = Buffer.concat([photo.subarray(0, at - 18), photo.subarray(at + small.length)])
    const { first, large: later, original } = await decodeFully(addJpegProfile(withoutProfile, large), 'jpeg')
    expect((await sharp(original.file).metadata()).icc?.length).toBe(large.length)
    for (const { file } of [...first.files, ...later.files]) {
      const bytes = await readFile(file)
      const { icc } = await sharp(bytes).metadata()
      expect(icc?.length ?? 0).toBeLessThanOrEqual(mostBytes)
      expect(icc !== undefined).toBe(name === 'p3')
      for (const [index, colour] of (await colourOfQuarters(bytes)).entries())
        expect(computeColourDifference(colour, quarterColours[index] ?? []), `${index}: ${colour.join()}`).toBeLessThan(
          3,
        )
    }
  })

  test('match a HEIC photo, and no file contains the photo’s metadata', async () => {
    const heic = await readFile(new URL('../../testing/photos/dog.heic', import.meta.url))
    expect(heic.includes('Wanjiku Mwangi')).toBe(true)
    const { contents, size } = await decodeFully(heic, 'heic')
    expect(size).toMatchObject({ width: 1000, height: 1200 })
    for (const bytes of contents) {
      expect(bytes.includes('Wanjiku Mwangi')).toBe(false)
      const backdrop = await sharp(bytes)
        .toColourspace('srgb')
        .extract({ left: 4, top: 4, width: 1, height: 1 })
        .raw()
        .toBuffer()
      // Background colour of the drawing: #F5B73C.
      expect(computeColourDifference([...backdrop.subarray(0, 3)], [0xf5, 0xb7, 0x3c])).toBeLessThan(3)
    }
  })
})

describe('renderings', () => {
  const readGreyLevels = (photo: string | Buffer) => sharp(photo).greyscale().raw().toBuffer()
  const meanSquaredError = (a: Buffer, b: Buffer) =>
    a.reduce((sum, grey, at) => sum + (grey - (b[at] ?? 0)) ** 2, 0) / a.length

  test('keep as much fine detail in AVIF as in WebP', async () => {
    // Draws soft spots of four pixels, which look similar to fur. A quality that is set too low blurs these spots.
    const noise = Buffer.alloc(270 * 200 * 3)
    let state = 7
    for (let at = 0; at < noise.length; at++) {
      state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
      noise[at] = 63 + ((state >>> 16) % 130)
    }
    const raw = { width: 270, height: 200, channels: 3 } as const
    const fur = await sharp(noise, { raw }).resize(1080, 800, { kernel: 'cubic' }).png().toBuffer()
    const { first, large } = await decodeFully(fur, 'png')
    for (const width of [1080, 640]) {
      const photo = await readGreyLevels(await sharp(fur).resize({ width }).png().toBuffer())
      const errorOf = async (extension: string) => {
        const rendition = [...first.files, ...large.files].find(
          (each) => each.width === width && each.extension === extension,
        )
        return meanSquaredError(photo, await readGreyLevels(rendition?.file ?? ''))
      }
      expect(await errorOf('avif')).toBeLessThanOrEqual(await errorOf('webp'))
    }
  })
})
