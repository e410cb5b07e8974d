import { readFile } from 'node:fs/promises'
import { crc32 } from 'node:zlib'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import type { UploadFormat } from '#features/media/sniff-photo.ts'
import { decodeFully, writeUpload } from '#testing/photos/decode-upload.ts'
import { animatedGif, quarteredPhoto, scene } from '#testing/photos/images.ts'
import { stripJpeg } from './strip-jpeg.ts'
import { stripWebp } from './strip-webp.ts'

const red = () => sharp({ create: { width: 400, height: 300, channels: 3, background: '#ff0000' } })

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}

/** A PNG with colours by the numbers of H.273. */
async function numberedPng(primaries: number): Promise<Buffer> {
  const png = await red().png().toBuffer()
  return Buffer.concat([png.subarray(0, 33), pngChunk('cICP', Buffer.from([primaries, 13, 0, 1])), png.subarray(33)])
}

// Pure red of Display P3, 4:2:0, with the numbers 12 and 13 instead of a profile.
const numberedAvif = Buffer.from(
  [
    'AAAAHGZ0eXBhdmlmAAAAAG1pZjFhdmlmbWlhZgAAAOptZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAACJpbG9jAA',
    'AAAERAAAEAAQAAAAABDgABAAAAAAAAADQAAAAjaWluZgAAAAAAAQAAABVpbmZlAgAAAAABAABhdjAxAAAAAA5waXRtAAAAAAABAAAAamlwcnAA',
    'AABLaXBjbwAAAAxhdjFDgSACAAAAABRpc3BlAAAAAAAAAZAAAAEsAAAAEHBpeGkAAAAAAwgICAAAABNjb2xybmNseAAMAA0ABoAAAAAXaXBtYQ',
    'AAAAAAAAABAAEEgQIDBAAAADxtZGF0EgAKCTgiMfK2kBDQaTIlEICQ0qAAPIAAAJfJnVSSeIVUYPQHPxT2eYSV17/OK0BVucuTFA==',
  ].join(''),
  'base64',
)

describe('colours given by numbers instead of a profile', () => {
  test.each<[string, UploadFormat, () => Promise<Buffer>]>([
    ['PNG', 'png', () => numberedPng(12)],
    ['AVIF', 'avif', async () => numberedAvif],
  ])('of a %s keep a red of Display P3 that sRGB lacks, in every file', async (_, format, make) => {
    const { contents } = await decodeFully(await make(), format)
    for (const bytes of contents) {
      expect((await sharp(bytes).metadata()).icc).toBeDefined()
      const [r = 0, g = 255] = await sharp(bytes).keepIccProfile().removeAlpha().raw().toBuffer()
      expect([r > 248, g < 8]).toEqual([true, true])
    }
  })

  test('of sRGB add no profile', async () => {
    const { contents } = await decodeFully(await numberedPng(1), 'png')
    for (const bytes of contents) expect((await sharp(bytes).metadata()).icc).toBeUndefined()
  })
})

describe('JPEG that is cut off', () => {
  const whole = () => scene(400, 300).jpeg().toBuffer()
  const progressive = () => scene(400, 300).jpeg({ progressive: true }).toBuffer()

  test.each([1, 2])('by its last %i bytes is accepted, and its original gets an end mark', async (bytes) => {
    for (const photo of [await whole(), await progressive()]) {
      const { original, size } = await decodeFully(photo.subarray(0, -bytes), 'jpeg')
      expect(size).toMatchObject({ width: 400, height: 300 })
      expect((await readFile(original.file)).subarray(-2)).toEqual(Buffer.from([0xff, 0xd9]))
    }
  })

  test.each([0.99, 0.9, 0.5])('to %d of its length is refused', async (share) => {
    for (const photo of [await whole(), await progressive()]) {
      const { accepted } = await writeUpload(photo.subarray(0, Math.floor(photo.length * share)), 'jpeg')
      await expect(accepted).rejects.toThrow(/./)
    }
  })
})

test('an empty EXIF segment does not hide the orientation in the next one', async () => {
  const photo = await scene(400, 200).withMetadata({ orientation: 6 }).jpeg().toBuffer()
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

test('a GIF with bytes after its end is accepted without them', async () => {
  const gif = Buffer.concat([await animatedGif(2), Buffer.from('Moi Avenue 1')])
  const { original, size } = await decodeFully(gif, 'gif')
  expect(size).toMatchObject({ width: 200, height: 150 })
  expect((await readFile(original.file)).includes('Moi Avenue')).toBe(false)
})

test('words in a chunk inside a frame of a WebP animation are removed', async () => {
  const animation = await sharp(
    [await quarteredPhoto().png().toBuffer(), await red().resize(64, 64).png().toBuffer()],
    {
      join: { animated: true },
    },
  )
    .webp()
    .toBuffer()
  const at = animation.indexOf('ANMF')
  const words = Buffer.concat([Buffer.from('WORD\x0c\0\0\0', 'latin1'), Buffer.from('Moi Avenue 1')])
  const hidden = Buffer.concat([animation.subarray(0, at + 24), words, animation.subarray(at + 24)])
  hidden.writeUInt32LE(animation.readUInt32LE(at + 4) + words.length, at + 4)
  hidden.writeUInt32LE(hidden.length - 8, 4)
  const stripped = stripWebp(hidden, 1)
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
])('parts $parts of a colour profile without the others are removed from a JPEG', async ({ parts }) => {
  const photo = await scene(60, 40).jpeg().toBuffer()
  const orphans = parts.map((numbers) => {
    const words = Buffer.from('Moi Avenue 1'.repeat(20))
    const data = Buffer.concat([Buffer.from('ICC_PROFILE\0', 'latin1'), Buffer.from(numbers), words])
    const head = Buffer.from([0xff, 0xe2, 0, 0])
    head.writeUInt16BE(data.length + 2, 2)
    return Buffer.concat([head, data])
  })
  const stripped = stripJpeg(Buffer.concat([photo.subarray(0, 2), ...orphans, photo.subarray(2)]), 1)
  expect(stripped.includes('Moi Avenue')).toBe(false)
})
