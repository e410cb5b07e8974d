import { createOrientationTiff, isIccProfile, MalformedPhotoError } from './photo-container.ts'

const allowedChunks = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ANIM', 'ANMF', 'ICCP'])
const framesChunks = new Set(['VP8 ', 'VP8L', 'ALPH'])
const FRAME_HEADER = 16 // length of a frame's position, size, duration and flags (RFC 9649 §2.7.1.4)
const hasExif = 0x08
const hasXmp = 0x04
const hasProfile = 0x20

/**
 * Removes EXIF, XMP, unknown chunks and bytes after the end. Keeps frames and a valid colour profile. Writes
 * `orientation` as EXIF if it is not 1 and the file has a VP8X header. @throws MalformedPhotoError
 */
export function stripWebp(bytes: Buffer, orientation: number): Buffer {
  if (bytes.length < 20) throw new MalformedPhotoError('no header')
  const fileEnd = 8 + bytes.readUInt32LE(4)
  if (fileEnd > bytes.length + 1) throw new MalformedPhotoError('shorter than it says')
  const chunks: Buffer[] = []
  let header: Buffer | null = null
  let profile = false
  let at = 12
  while (at + 8 <= Math.min(fileEnd, bytes.length)) {
    const end = at + 8 + bytes.readUInt32LE(at + 4)
    if (end > bytes.length) throw new MalformedPhotoError('chunk too long')
    const type = bytes.toString('latin1', at, at + 4)
    const isAllowed = allowedChunks.has(type) && (type !== 'ICCP' || isIccProfile(bytes.subarray(at + 8, end)))
    if (isAllowed) {
      const chunk = Buffer.from(bytes.subarray(at, end))
      const whole = padded(type === 'ANMF' ? strippedFrame(chunk) : chunk)
      if (type === 'VP8X') header = whole
      if (type === 'ICCP') profile = true
      chunks.push(whole)
    }
    at = end + (end % 2)
  }
  if (header) {
    const flags = (header[8] ?? 0) & ~(hasExif | hasXmp | hasProfile)
    header[8] = flags | (profile ? hasProfile : 0) | (orientation === 1 ? 0 : hasExif)
    if (orientation !== 1) chunks.push(exifChunk(orientation))
  }
  const body = Buffer.concat(chunks)
  const riff = Buffer.from('RIFF\0\0\0\0WEBP', 'latin1')
  riff.writeUInt32LE(4 + body.length, 4)
  return Buffer.concat([riff, body])
}

/** Returns an animation frame with only its pixel data. Unknown chunks inside the frame are removed. */
function strippedFrame(frame: Buffer): Buffer {
  const parts = [frame.subarray(0, 8 + FRAME_HEADER)]
  for (let at = 8 + FRAME_HEADER; at + 8 <= frame.length; ) {
    const end = at + 8 + frame.readUInt32LE(at + 4)
    if (end > frame.length) throw new MalformedPhotoError('chunk in a frame too long')
    if (framesChunks.has(frame.toString('latin1', at, at + 4))) parts.push(padded(Buffer.from(frame.subarray(at, end))))
    at = end + (end % 2)
  }
  const whole = Buffer.concat(parts)
  whole.writeUInt32LE(whole.length - 8, 4)
  return whole
}

function padded(chunk: Buffer): Buffer {
  return chunk.length % 2 ? Buffer.concat([chunk, Buffer.alloc(1)]) : chunk
}

function exifChunk(orientation: number): Buffer {
  const tiff = createOrientationTiff(orientation)
  const head = Buffer.from('EXIF\0\0\0\0', 'latin1')
  head.writeUInt32LE(tiff.length, 4)
  return padded(Buffer.concat([head, tiff]))
}
