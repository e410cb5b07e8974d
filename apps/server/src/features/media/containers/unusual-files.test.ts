import { readFile } from 'node:fs/promises'
import { crc32 } from 'node:zlib'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import type { UploadFormat } from '#features/media/sniff-photo.ts'
import { decodeFully, writeUpload } from '#testing/photos/decode-upload.ts'
import { heicWithIndexLast, nclxColourBox } from '#testing/photos/heic.ts'
import { animatedGif, drawnScene, quarteredPhoto } from '#testing/photos/images.ts'
import { stripJpeg } from './strip-jpeg.ts'
import { stripWebp } from './strip-webp.ts'

const red = () => sharp({ create: { width: 400, height: 300, channels: 3, background: '#ff0000' } })

function createPngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}

/** Returns a PNG with a cICP chunk: colour primaries and transfer function as code points of H.273. */
async function createPngWithCodePoints(primaries: number, transfer = 13, background = '#ff0000'): Promise<Buffer> {
  const png = await sharp({ create: { width: 400, height: 300, channels: 3, background } })
    .png()
    .toBuffer()
  const cicpChunk = createPngChunk('cICP', Buffer.from([primaries, transfer, 0, 1]))
  return Buffer.concat([png.subarray(0, 33), cicpChunk, png.subarray(33)])
}

// AVIF (4:2:0) filled with the pure red of Display P3. It has the code points 12 and 13 instead of an ICC profile.
const avifWithCodePoints = Buffer.from(
  [
    'AAAAHGZ0eXBhdmlmAAAAAG1pZjFhdmlmbWlhZgAAAOptZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAACJpbG9jAA',
    'AAAERAAAEAAQAAAAABDgABAAAAAAAAADQAAAAjaWluZgAAAAAAAQAAABVpbmZlAgAAAAABAABhdjAxAAAAAA5waXRtAAAAAAABAAAAamlwcnAA',
    'AABLaXBjbwAAAAxhdjFDgSACAAAAABRpc3BlAAAAAAAAAZAAAAEsAAAAEHBpeGkAAAAAAwgICAAAABNjb2xybmNseAAMAA0ABoAAAAAXaXBtYQ',
    'AAAAAAAAABAAEEgQIDBAAAADxtZGF0EgAKCTgiMfK2kBDQaTIlEICQ0qAAPIAAAJfJnVSSeIVUYPQHPxT2eYSV17/OK0BVucuTFA==',
  ].join(''),
  'base64',
)

describe('photo with CICP code points instead of an ICC profile', () => {
  test.each<[string, UploadFormat, () => Promise<Buffer>]>([
    ['PNG', 'png', () => createPngWithCodePoints(12)],
    ['AVIF', 'avif', async () => avifWithCodePoints],
  ])('keeps a Display P3 red outside sRGB in every file (%s)', async (_, format, make) => {
    const { contents } = await decodeFully(await make(), format)
    for (const bytes of contents) {
      expect((await sharp(bytes).metadata()).icc).toBeDefined()
      const [r = 0, g = 255] = await sharp(bytes).keepIccProfile().removeAlpha().raw().toBuffer()
      expect([r > 248, g < 8]).toEqual([true, true])
    }
  })

  // `level`: the stored colour value. For BT.2020 it means sRGB red (BT.2087), and for PQ and HLG diffuse white
  // (BT.2408). For linear light it means 50 % grey.
  test.each([
    { name: 'BT.2020', primaries: 9, transfer: 13, level: '#d04a22', shown: [255, 0, 0] },
    { name: 'PQ', primaries: 9, transfer: 16, level: '#949494', shown: [255, 255, 255] },
    { name: 'HLG', primaries: 9, transfer: 18, level: '#bfbfbf', shown: [255, 255, 255] },
    { name: 'linear light', primaries: 1, transfer: 8, level: '#808080', shown: [188, 188, 188] },
  ])('gets the correct colour in every file ($name)', async ({ primaries, transfer, level, shown }) => {
    const { contents } = await decodeFully(await createPngWithCodePoints(primaries, transfer, level), 'png')
    for (const bytes of contents) {
      const [red = 0, green = 0, blue = 0] = await sharp(bytes).toColourspace('srgb').removeAlpha().raw().toBuffer()
      const [r = 0, g = 0, b = 0] = shown
      expect(Math.max(Math.abs(red - r), Math.abs(green - g), Math.abs(blue - b))).toBeLessThan(14)
    }
  })

  test('gets an ICC profile in original and renderings if it is a HEIC in BT.2020, but not in sRGB', async () => {
    for (const [primaries, profile] of [
      [9, expect.any(Buffer)],
      [1, undefined],
    ] as const) {
      const heic = await heicWithIndexLast({ colour: nclxColourBox(primaries) })
      const { contents } = await decodeFully(heic, 'heic')
      for (const bytes of contents) expect((await sharp(bytes).metadata()).icc).toEqual(profile)
    }
  })

  test('gets no ICC profile in any file if the code points mean sRGB', async () => {
    const { contents } = await decodeFully(await createPngWithCodePoints(1), 'png')
    for (const bytes of contents) expect((await sharp(bytes).metadata()).icc).toBeUndefined()
  })
})

describe('truncated JPEG', () => {
  const createJpeg = () => drawnScene(400, 300).jpeg().toBuffer()
  const createProgressiveJpeg = () => drawnScene(400, 300).jpeg({ progressive: true }).toBuffer()

  test.each([1, 2])('is accepted without its last %i byte(s), and its original gets an end marker', async (bytes) => {
    for (const photo of [await createJpeg(), await createProgressiveJpeg()]) {
      const { original, size } = await decodeFully(photo.subarray(0, -bytes), 'jpeg')
      expect(size).toMatchObject({ width: 400, height: 300 })
      expect((await readFile(original.file)).subarray(-2)).toEqual(Buffer.from([0xff, 0xd9]))
    }
  })

  test.each([0.99, 0.9, 0.5])('is refused when cut to %d of its length', async (share) => {
    for (const photo of [await createJpeg(), await createProgressiveJpeg()]) {
      const { accepted } = await writeUpload(photo.subarray(0, Math.floor(photo.length * share)), 'jpeg')
      await expect(accepted).rejects.toThrow(/./)
    }
  })
})

test('empty EXIF segment does not hide the orientation in the next EXIF segment', async () => {
  const photo = await drawnScene(400, 200).withMetadata({ orientation: 6 }).jpeg().toBuffer()
  for (const tiff of ['', '49492a0008000000000000000000', '4d4d002a0000000800000000']) {
    const empty = Buffer.concat([
      Buffer.from([0xff, 0xe1, 0, 8 + tiff.length / 2]),
      Buffer.from('Exif\0\0'),
      Buffer.from(tiff, 'hex'),
    ])
    const { size } = await decodeFully(Buffer.concat([photo.subarray(0, 2), empty, photo.subarray(2)]), 'jpeg')
    expect(size).toMatchObject({ width: 200, height: 400 })
  }
})

test('HEIC keeps its alpha channel in original, WebP and AVIF, and gets a white background in JPEG', async () => {
  const { original, contents } = await decodeFully(await heicWithIndexLast({ isTransparent: true }), 'heic')
  expect(original.extension).toBe('png')
  const files = await Promise.all(
    contents.map(async (bytes) => {
      const { format } = await sharp(bytes).metadata()
      const { channels } = await sharp(bytes).stats()
      const [darkest, opacity] = [Math.min(...channels.slice(0, 3).map(({ min }) => min)), channels[3]?.min]
      // In this file, the darkest parts are the most transparent ones. They would look dark if the alpha channel were
      // lost.
      const appearance = opacity === undefined ? darkest > 100 && 'on white' : opacity < 200 && 'transparent'
      return `${format} ${appearance}`
    }),
  )
  expect([...new Set(files)].toSorted()).toEqual([
    'heif transparent',
    'jpeg on white',
    'png transparent',
    'webp transparent',
  ])
})

test('GIF with bytes after its end is accepted and stored without these bytes', async () => {
  const gif = Buffer.concat([await animatedGif(2), Buffer.from('Moi Avenue 1')])
  const { original, size } = await decodeFully(gif, 'gif')
  expect(size).toMatchObject({ width: 200, height: 150 })
  expect((await readFile(original.file)).includes('Moi Avenue')).toBe(false)
})

test('stripWebp removes text in an unknown chunk inside a frame of an animation', async () => {
  const animation = await sharp(
    [await quarteredPhoto().png().toBuffer(), await red().resize(64, 64).png().toBuffer()],
    {
      join: { animated: true },
    },
  )
    .webp()
    .toBuffer()
  const at = animation.indexOf('ANMF')
  const textChunk = Buffer.concat([Buffer.from('WORD\x0c\0\0\0', 'latin1'), Buffer.from('Moi Avenue 1')])
  const animationWithText = Buffer.concat([animation.subarray(0, at + 24), textChunk, animation.subarray(at + 24)])
  animationWithText.writeUInt32LE(animation.readUInt32LE(at + 4) + textChunk.length, at + 4)
  animationWithText.writeUInt32LE(animationWithText.length - 8, 4)
  const stripped = stripWebp(animationWithText, 1)
  expect(stripped.includes('Moi Avenue')).toBe(false)
  expect((await sharp(stripped, { animated: true }).metadata()).pages).toBe(2)
})

test.each([
  { parts: [[2, 2]] },
  { parts: [[1, 2]] },
  {
    parts: [
      [1, 1],
      [1, 1],
    ],
  },
])('stripJpeg removes an ICC profile with missing or repeated segments (number, count: $parts)', async ({ parts }) => {
  const photo = await drawnScene(60, 40).jpeg().toBuffer()
  const profileSegments = parts.map((segmentNumbers) => {
    const text = Buffer.from('Moi Avenue 1'.repeat(20))
    const data = Buffer.concat([Buffer.from('ICC_PROFILE\0', 'latin1'), Buffer.from(segmentNumbers), text])
    const head = Buffer.from([0xff, 0xe2, 0, 0])
    head.writeUInt16BE(data.length + 2, 2)
    return Buffer.concat([head, data])
  })
  const stripped = stripJpeg(Buffer.concat([photo.subarray(0, 2), ...profileSegments, photo.subarray(2)]), 1)
  expect(stripped.includes('Moi Avenue')).toBe(false)
})
