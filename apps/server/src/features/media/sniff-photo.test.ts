import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { blackPng, drawnScene, headerOnlyPng, unsupportedFiles } from '#testing/photos/images.ts'
import { readDimensions, sniffFormat, type UploadFormat } from './sniff-photo.ts'

const heic = () => readFile(new URL('../../testing/photos/dog.heic', import.meta.url))
const dimensionsOf = (bytes: Buffer, format: UploadFormat) =>
  readDimensions(format, async (at, length) => bytes.subarray(at, at + length))

const makers: [UploadFormat, () => Promise<Buffer>, number, number][] = [
  [
    'jpeg',
    () =>
      drawnScene(500, 300)
        .withExif({ IFD0: { Artist: 'x'.repeat(60_000) } })
        .jpeg()
        .toBuffer(),
    500,
    300,
  ],
  ['png', () => drawnScene(500, 300).png().toBuffer(), 500, 300],
  ['webp', () => drawnScene(500, 300).webp().toBuffer(), 500, 300],
  ['webp', () => drawnScene(500, 300).webp({ lossless: true }).toBuffer(), 500, 300],
  ['webp', () => drawnScene(500, 300).ensureAlpha(0.5).webp().toBuffer(), 500, 300],
  ['gif', () => drawnScene(500, 300).gif().toBuffer(), 500, 300],
  ['avif', () => drawnScene(500, 300).avif({ effort: 0 }).toBuffer(), 500, 300],
  ['heic', heic, 1000, 1200],
]

test.each(makers.slice(1, 6))('readDimensions returns null for a truncated %s header', async (format, make) => {
  const photo = await make()
  for (const length of [12, 20, 29]) expect(await dimensionsOf(photo.subarray(0, length), format)).toBeNull()
})

test.each(makers)('sniffFormat and readDimensions return the format and size of a %s', async (...maker) => {
  const [format, make, width, height] = maker
  const bytes = await make()
  expect(sniffFormat(bytes.subarray(0, 64))).toBe(format)
  expect(await dimensionsOf(bytes, format)).toEqual({ width, height })
})

describe('readDimensions', () => {
  test('returns the size of a PNG that is too large to decode', async () => {
    const hugePng = blackPng(30_000, 30_000)
    expect(hugePng.length).toBeLessThan(200_000)
    expect(await dimensionsOf(hugePng, 'png')).toEqual({ width: 30_000, height: 30_000 })
    expect(await dimensionsOf(headerOnlyPng(100_000, 100_000), 'png')).toEqual({ width: 100_000, height: 100_000 })
  })

  test('returns null for an unreadable header', async () => {
    expect(await dimensionsOf(Buffer.from('ffd8ffe000104a4649460001', 'hex'), 'jpeg')).toBeNull()
    expect(await dimensionsOf(Buffer.from('89504e470d0a1a0a', 'hex'), 'png')).toBeNull()
    expect(await dimensionsOf((await heic()).subarray(0, 40), 'heic')).toBeNull()
    // The first header ends inside the frame segment. The second has an invalid byte where a segment should begin.
    for (const cut of ['ffd8ffc00011', 'ffd800c0001108012001b003'])
      expect(await dimensionsOf(Buffer.from(cut, 'hex'), 'jpeg')).toBeNull()
    // 5000 empty segments, as in a file that was crafted to waste CPU time.
    const empty = Buffer.concat(Array.from({ length: 5000 }, () => Buffer.from('ffe00002', 'hex')))
    expect(await dimensionsOf(Buffer.concat([Buffer.from('ffd8', 'hex'), empty]), 'jpeg')).toBeNull()
  })
})

test('sniffFormat returns null for formats that are not accepted', async () => {
  const unsupported = Object.entries(await unsupportedFiles())
  const formats = unsupported.map(([name, bytes]) => [name, sniffFormat(bytes.subarray(0, 64))])
  expect(formats).toEqual(unsupported.map(([name]) => [name, null]))
})
