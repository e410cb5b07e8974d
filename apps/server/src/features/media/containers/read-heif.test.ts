import { describe, expect, test } from 'vitest'
import { isoBox, nclxColourBox } from '#testing/photos/heic.ts'
import { readHeifColour, readLargestHeifSize } from './read-heif.ts'

const file = (...properties: Buffer[]) =>
  Buffer.concat([
    isoBox('ftyp', Buffer.from('heic')),
    isoBox('meta', Buffer.alloc(4), isoBox('iprp', isoBox('ipco', ...properties))),
  ])

const profile = Buffer.from('a profile of colours')
const named = (kind: string) => isoBox('colr', Buffer.from(kind), profile)
const size = (width: number, height: number) => {
  const content = Buffer.alloc(12)
  content.writeUInt32BE(width, 4)
  content.writeUInt32BE(height, 8)
  return isoBox('ispe', content)
}

const readerOf = (bytes: Buffer) => async (at: number, length: number) => bytes.subarray(at, at + length)
const colourOf = (bytes: Buffer) => readHeifColour(readerOf(bytes))
const sizeOf = (bytes: Buffer) => readLargestHeifSize(readerOf(bytes))

describe('readHeifColour', () => {
  test.each(['prof', 'rICC'])('prefers an ICC profile of type %s to the nclx code points', async (kind) => {
    expect(await colourOf(file(nclxColourBox(12), named(kind)))).toEqual({ icc: profile })
  })

  test('returns the code points of the first nclx box, and null without an nclx box', async () => {
    expect(await colourOf(file(nclxColourBox(9), nclxColourBox(1)))).toEqual({ primaries: 9, transfer: 13 })
    expect(await colourOf(file(size(4, 3)))).toBeNull()
  })
})

describe('readLargestHeifSize', () => {
  test('returns the size of the largest picture', async () => {
    const bytes = file(size(512, 512), size(4032, 3024), size(320, 240))
    expect(await sizeOf(bytes)).toEqual({ width: 4032, height: 3024 })
  })

  test('returns the size if the index follows picture data with a 32-bit or 64-bit length field', async () => {
    const index = file(size(40, 30))
    const data = isoBox('mdat', Buffer.alloc(1_300_000))
    expect(await sizeOf(Buffer.concat([data, index]))).toEqual({ width: 40, height: 30 })
    const long = Buffer.from('000000016d6461740000000000000028', 'hex')
    expect(await sizeOf(Buffer.concat([long, Buffer.alloc(0x18), index]))).toEqual({ width: 40, height: 30 })
  })

  test('reads only the box headers, not the picture data', async () => {
    const bytes = Buffer.concat([isoBox('mdat', Buffer.alloc(1_300_000)), file(size(40, 30))])
    let bytesRead = 0
    await readLargestHeifSize(async (at, length) => {
      bytesRead += length
      return bytes.subarray(at, at + length)
    })
    expect(bytesRead).toBeLessThan(500)
  })

  test('returns null for a missing or truncated index, and for an index after thousands of boxes', async () => {
    expect(await sizeOf(isoBox('mdat', Buffer.alloc(100)))).toBeNull()
    expect(await sizeOf(file(size(40, 30)).subarray(0, -10))).toBeNull()
    const endless = Buffer.concat(Array.from({ length: 5000 }, () => isoBox('free')))
    expect(await sizeOf(Buffer.concat([endless, file(size(40, 30))]))).toBeNull()
    expect(await sizeOf(Buffer.from('000000006d646174', 'hex'))).toBeNull()
  })
})
