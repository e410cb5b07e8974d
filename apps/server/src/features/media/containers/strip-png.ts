import { crc32, deflateSync, inflateSync } from 'node:zlib'
import { createOrientationTiff, isIccProfile, MalformedPhotoError } from './photo-container.ts'

// Chunks that are kept: pixels, palette, transparency, colour, density, and the frames of an animation (APNG).
const allowedChunks = new Set(
  'IHDR PLTE IDAT IEND tRNS gAMA cHRM sRGB iCCP sBIT cICP bKGD pHYs acTL fcTL fdAT'.split(' '),
)
const maxProfileBytes = 1 << 22

/**
 * Removes text, time, EXIF and bytes after the end. Keeps pixels and a valid colour profile. Writes `orientation` as
 * EXIF unless it is 1. @throws MalformedPhotoError
 */
export function stripPng(bytes: Buffer, orientation: number): Buffer {
  const parts = [bytes.subarray(0, 8)]
  let at = 8
  while (at + 12 <= bytes.length) {
    const end = at + 12 + bytes.readUInt32BE(at)
    if (end > bytes.length) throw new MalformedPhotoError('chunk too long')
    const type = bytes.toString('latin1', at + 4, at + 8)
    const chunkBytes = bytes.subarray(at, end)
    if (type === 'iCCP') parts.push(...replaceProfileChunk(chunkBytes))
    else if (allowedChunks.has(type)) parts.push(chunkBytes)
    if (type === 'IHDR' && orientation !== 1) parts.push(createChunk('eXIf', createOrientationTiff(orientation)))
    if (type === 'IEND') return Buffer.concat(parts)
    at = end
  }
  throw new MalformedPhotoError('no end of image')
}

/** Yields the chunks of a PNG with the offsets of their data. Stops at a chunk that is cut off. */
export function* readPngChunks(bytes: Buffer): Generator<{ type: string; start: number; end: number }> {
  for (let at = 8; at + 12 <= bytes.length; ) {
    const end = at + 8 + bytes.readUInt32BE(at)
    if (end + 4 > bytes.length) return
    yield { type: bytes.toString('latin1', at + 4, at + 8), start: at + 8, end }
    at = end + 4
  }
}

const HEADER_END = 33 // length of the PNG signature and the IHDR chunk

/** Inserts a colour profile into a PNG that has none. */
export function addPngProfile(png: Buffer, profile: Buffer): Buffer {
  const iccp = createChunk('iCCP', Buffer.concat([Buffer.from('icc\0\0', 'latin1'), deflateSync(profile)]))
  return Buffer.concat([png.subarray(0, HEADER_END), iccp, png.subarray(HEADER_END)])
}

function createChunk(type: string, payload: Buffer): Buffer {
  const chunkBytes = Buffer.alloc(12 + payload.length)
  chunkBytes.writeUInt32BE(payload.length, 0)
  chunkBytes.write(type, 4, 'latin1')
  payload.copy(chunkBytes, 8)
  chunkBytes.writeUInt32BE(crc32(chunkBytes.subarray(4, -4)), chunkBytes.length - 4)
  return chunkBytes
}

/** Returns the chunk of a valid profile under a neutral name, because names can hide text. Otherwise returns none. */
function replaceProfileChunk(chunkBytes: Buffer): Buffer[] {
  const payload = chunkBytes.subarray(8, -4)
  const nameEnd = payload.indexOf(0)
  if (nameEnd < 0) return []
  const deflated = payload.subarray(nameEnd + 2)
  try {
    if (!isIccProfile(inflateSync(deflated, { maxOutputLength: maxProfileBytes }))) return []
  } catch {
    return []
  }
  return [createChunk('iCCP', Buffer.concat([Buffer.from('icc\0\0', 'latin1'), deflated]))]
}
