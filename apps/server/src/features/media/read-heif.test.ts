import { describe, expect, test } from 'vitest'
import { heifColour, largestHeifImage } from './read-heif.ts'

/** A box of ISO/IEC 14496-12: its length, its name, what it holds. */
function box(name: string, ...parts: Buffer[]): Buffer {
  const held = Buffer.concat(parts)
  const head = Buffer.alloc(8, name, 'latin1')
  head.write(name, 4, 'latin1')
  head.writeUInt32BE(held.length + 8)
  return Buffer.concat([head, held])
}

const file = (...properties: Buffer[]) =>
  Buffer.concat([
    box('ftyp', Buffer.from('heic')),
    box('meta', Buffer.alloc(4), box('iprp', box('ipco', ...properties))),
  ])

const profile = Buffer.from('a profile of colours')
const named = (kind: string) => box('colr', Buffer.from(kind), profile)
/** Primaries, transfer and matrix by their numbers in H.273. */
const numbered = (primaries: number) => box('colr', Buffer.from('nclx'), Buffer.from([0, primaries, 0, 13, 0, 6, 128]))
const size = (width: number, height: number) => {
  const held = Buffer.alloc(12)
  held.writeUInt32BE(width, 4)
  held.writeUInt32BE(height, 8)
  return box('ispe', held)
}

describe('the colours of a HEIF file', () => {
  test.each(['prof', 'rICC'])('are an ICC profile, kept as %s, whatever else is named', (kind) => {
    expect(heifColour(file(numbered(12), named(kind)))).toEqual({ icc: profile })
  })

  test('are those of Display P3 by number, and sRGB by any other or none', () => {
    expect(heifColour(file(numbered(12)))).toBe('display-p3')
    expect(heifColour(file(numbered(1)))).toBeNull()
    expect(heifColour(file(size(4, 3)))).toBeNull()
  })
})

test('the photo is the largest picture of a HEIF file', () => {
  expect(largestHeifImage(file(size(512, 512), size(4032, 3024), size(320, 240)))).toEqual({
    width: 4032,
    height: 3024,
  })
})
