import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { colourDifference } from '#testing/colour-difference.ts'
import { everything } from '#testing/decoded.ts'
import { colourOfQuarters, quartered, quarters } from '#testing/images.ts'
import type { PhotoFormat } from './sniff-photo.ts'

describe('colours', () => {
  const makers: [string, PhotoFormat, () => Promise<Buffer>][] = [
    ['plain JPEG', 'jpeg', () => quartered().jpeg({ quality: 95 }).toBuffer()],
    ['progressive JPEG', 'jpeg', () => quartered().jpeg({ quality: 95, progressive: true }).toBuffer()],
    ['Display P3 JPEG', 'jpeg', () => quartered().withIccProfile('p3').jpeg({ quality: 95 }).toBuffer()],
    ['16 bit PNG', 'png', () => quartered().toColourspace('rgb16').png().toBuffer()],
    ['16 bit Display P3 PNG', 'png', () => quartered().toColourspace('rgb16').withIccProfile('p3').png().toBuffer()],
    ['Display P3 WebP', 'webp', () => quartered().withIccProfile('p3').webp({ quality: 95 }).toBuffer()],
    ['AVIF', 'avif', () => quartered().avif({ quality: 90, effort: 0 }).toBuffer()],
  ]
  test.each(makers)('of a %s are right in every rendering', async (_name, format, make) => {
    const { contents } = await everything(await make(), format)
    for (const bytes of contents)
      for (const [index, colour] of (await colourOfQuarters(bytes)).entries())
        expect(colourDifference(colour, quarters[index] ?? []), `${index}: ${colour.join()}`).toBeLessThan(3)
  })

  test('of a CMYK JPEG are those its profile says', async () => {
    const cmyk = await quartered().withIccProfile('cmyk').jpeg({ quality: 95 }).toBuffer()
    expect((await sharp(cmyk).metadata()).space).toBe('cmyk')
    // What Little CMS' own jpgicc makes of this file; the profile's gamut is too small for the first colours.
    const meant = [
      [179, 102, 78],
      [104, 146, 91],
      [86, 105, 151],
      [196, 187, 168],
    ]
    const { contents } = await everything(cmyk, 'jpeg')
    for (const bytes of contents)
      for (const [index, colour] of (await colourOfQuarters(bytes)).entries())
        expect(colourDifference(colour, meant[index] ?? []), `${index}: ${colour.join()}`).toBeLessThan(3)
  })

  test('outside sRGB survive: the profile goes along', async () => {
    // The reddest red of Display P3: sRGB has no number for it.
    const red = sharp({ create: { width: 400, height: 300, channels: 3, background: '#ff0000' } })
    const profile = (await sharp(await red.clone().withIccProfile('p3').png().toBuffer()).metadata()).icc
    const p3 = await sharp(await red.png().toBuffer())
      .jpeg({ quality: 95 })
      .toBuffer()
    const { addJpegProfile } = await import('./strip-jpeg.ts')
    const { contents } = await everything(addJpegProfile(p3, profile ?? Buffer.alloc(0)), 'jpeg')
    for (const bytes of contents) {
      expect((await sharp(bytes).metadata()).icc?.equals(profile ?? Buffer.alloc(0))).toBe(true)
      const [r = 0, g = 255] = await sharp(bytes).keepIccProfile().removeAlpha().raw().toBuffer()
      expect([r > 250, g < 6]).toEqual([true, true])
    }
  })

  test('of a HEIC are right, its place and owner forgotten', async () => {
    const heic = await readFile(new URL('../../testing/dog.heic', import.meta.url))
    expect(heic.includes('Wanjiku Mwangi')).toBe(true)
    const { contents, size } = await everything(heic, 'heic')
    expect(size).toMatchObject({ width: 1000, height: 1200 })
    for (const bytes of contents) {
      expect(bytes.includes('Wanjiku Mwangi')).toBe(false)
      const backdrop = await sharp(bytes)
        .toColourspace('srgb')
        .extract({ left: 4, top: 4, width: 1, height: 1 })
        .raw()
        .toBuffer()
      // The drawing's backdrop: #F5B73C.
      expect(colourDifference([...backdrop.subarray(0, 3)], [0xf5, 0xb7, 0x3c])).toBeLessThan(3)
    }
  })
})
