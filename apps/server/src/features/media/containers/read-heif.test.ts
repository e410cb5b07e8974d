import { describe, expect, test } from 'vitest'
import { isoBox, nclxColourBox } from '#testing/photos/heic.ts'
import { readHeifColour, readLargestHeifSize } from './read-heif.ts'

const createHeifFile = (...properties: Buffer[]) =>
  Buffer.concat([
    isoBox('ftyp', Buffer.from('heic')),
    isoBox('meta', Buffer.alloc(4), isoBox('iprp', isoBox('ipco', ...properties))),
  ])

const profile = Buffer.from('a profile of colours')
const createProfileBox = (kind: string) => isoBox('colr', Buffer.from(kind), profile)
const createSizeBox = (width: number, height: number) => {
  const content = Buffer.alloc(12)
  content.writeUInt32BE(width, 4)
  content.writeUInt32BE(height, 8)
  return isoBox('ispe', content)
}

const createReader = (bytes: Buffer) => async (at: number, length: number) => bytes.subarray(at, at + length)
const readColour = (bytes: Buffer) => readHeifColour(createReader(bytes))
const readSize = (bytes: Buffer) => readLargestHeifSize(createReader(bytes))

describe('readHeifColour', () => {
  test.each(['prof', 'rICC'])('prefers an ICC profile of type %s to the nclx code points', async (kind) => {
    expect(await readColour(createHeifFile(nclxColourBox(12), createProfileBox(kind)))).toEqual({ icc: profile })
  })

  test('returns the code points of the first nclx box, and null without an nclx box', async () => {
    expect(await readColour(createHeifFile(nclxColourBox(9), nclxColourBox(1)))).toEqual({ primaries: 9, transfer: 13 })
    expect(await readColour(createHeifFile(createSizeBox(4, 3)))).toBeNull()
  })
})

describe('readLargestHeifSize', () => {
  test('returns the size of the largest picture', async () => {
    const bytes = createHeifFile(createSizeBox(512, 512), createSizeBox(4032, 3024), createSizeBox(320, 240))
    expect(await readSize(bytes)).toEqual({ width: 4032, height: 3024 })
  })

  test('returns the size if the index follows picture data with a 32-bit or 64-bit length field', async () => {
    const index = createHeifFile(createSizeBox(40, 30))
    const data = isoBox('mdat', Buffer.alloc(1_300_000))
    expect(await readSize(Buffer.concat([data, index]))).toEqual({ width: 40, height: 30 })
    const largeBoxHeader = Buffer.from('000000016d6461740000000000000028', 'hex')
    expect(await readSize(Buffer.concat([largeBoxHeader, Buffer.alloc(0x18), index]))).toEqual({
      width: 40,
      height: 30,
    })
  })

  test('reads only the box headers, not the picture data', async () => {
    const bytes = Buffer.concat([isoBox('mdat', Buffer.alloc(1_300_000)), createHeifFile(createSizeBox(40, 30))])
    let bytesRead = 0
    await readLargestHeifSize(async (at, length) => {
      bytesRead += length
      return bytes.subarray(at, at + length)
    })
    expect(bytesRead).toBeLessThan(500)
  })

  test('returns null for a missing or truncated index, and for an index after thousands of boxes', async () => {
    expect(await readSize(isoBox('mdat', Buffer.alloc(100)))).toBeNull()
    expect(await readSize(createHeifFile(createSizeBox(40, 30)).subarray(0, -10))).toBeNull()
    const manyBoxes = Buffer.concat(Array.from({ length: 5000 }, () => isoBox('free')))
    expect(await readSize(Buffer.concat([manyBoxes, createHeifFile(createSizeBox(40, 30))]))).toBeNull()
    expect(await readSize(Buffer.from('000000006d646174', 'hex'))).toBeNull()
  })
})
