import { MalformedPhotoError } from './photo-container.ts'

const EXTENSION = 0x21
const IMAGE = 0x2c
const TRAILER = 0x3b
const CONTROL = 0xf9
const APPLICATION = 0xff

/** Removes metadata and bytes after the end; keeps frames, timing and loop count. @throws MalformedPhotoError */
export function stripGif(bytes: Buffer): Buffer {
  if (bytes.length < 14) throw new MalformedPhotoError('no header')
  let at = 13 + computeColourTableLength(bytes[10] ?? 0)
  const parts = [bytes.subarray(0, at)]
  while (at < bytes.length) {
    const kind = bytes[at]
    if (kind === TRAILER) return Buffer.concat([...parts, Buffer.from([TRAILER])])
    const dataOffset = kind === EXTENSION ? at + 2 : kind === IMAGE ? findImageData(bytes, at) : -1
    if (dataOffset < 0) throw new MalformedPhotoError('unknown block')
    const end = findEndOfSubBlocks(bytes, dataOffset)
    if (kind === IMAGE || isKeptExtension(bytes, at)) parts.push(bytes.subarray(at, end))
    at = end
  }
  throw new MalformedPhotoError('no end of image')
}

function computeColourTableLength(flags: number): number {
  return flags & 0x80 ? 3 << ((flags & 7) + 1) : 0
}

/** Returns the offset of the image data. It follows the image descriptor, the local colour table and the code size. */
function findImageData(bytes: Buffer, at: number): number {
  return at + 10 + computeColourTableLength(bytes[at + 9] ?? 0) + 1
}

function findEndOfSubBlocks(bytes: Buffer, from: number): number {
  let at = from
  while (at < bytes.length) {
    const size = bytes[at] ?? 0
    at += 1 + size
    if (size === 0) return at
  }
  throw new MalformedPhotoError('block without an end')
}

function isKeptExtension(bytes: Buffer, at: number): boolean {
  const label = bytes[at + 1]
  if (label === CONTROL) return true
  return label === APPLICATION && ['NETSCAPE2.0', 'ANIMEXTS1.0'].includes(bytes.toString('latin1', at + 3, at + 14))
}
