import { createOrientationTiff, isIccProfile, MalformedPhotoError } from './photo-container.ts'

const allowedChunks = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ANIM', 'ANMF', 'ICCP'])
const frameChunks = new Set(['VP8 ', 'VP8L', 'ALPH'])
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
  let hasKeptProfile = false
  let at = 12
  while (at + 8 <= Math.min(fileEnd, bytes.length)) {
    const end = at + 8 + bytes.readUInt32LE(at + 4)
    if (end > bytes.length) throw new MalformedPhotoError('chunk too long')
    const type = bytes.toString('latin1', at, at + 4)
    const isAllowed = allowedChunks.has(type) && (type !== 'ICCP' || isIccProfile(bytes.subarray(at + 8, end)))
    if (isAllowed) {
      const chunk = Buffer.from(bytes.subarray(at, end))
      const keptChunk = padChunk(type === 'ANMF' ? stripFrame(chunk) : chunk)
      if (type === 'VP8X') header = keptChunk
      if (type === 'ICCP') hasKeptProfile = true
      chunks.push(keptChunk)
    }
    at = end + (end % 2)
  }
  if (header) {
    const flags = (header[8] ?? 0) & ~(hasExif | hasXmp | hasProfile)
    header[8] = flags | (hasKeptProfile ? hasProfile : 0) | (orientation === 1 ? 0 : hasExif)
    if (orientation !== 1) chunks.push(createExifChunk(orientation))
  }
  const body = Buffer.concat(chunks)
  const riff = Buffer.from('RIFF\0\0\0\0WEBP', 'latin1')
  riff.writeUInt32LE(4 + body.length, 4)
  return Buffer.concat([riff, body])
}

/** Returns an animation frame with only its pixel data. Unknown chunks inside the frame are removed. */
function stripFrame(frame: Buffer): Buffer {
  const parts = [frame.subarray(0, 8 + FRAME_HEADER)]
  for (let at = 8 + FRAME_HEADER; at + 8 <= frame.length; ) {
    const end = at + 8 + frame.readUInt32LE(at + 4)
    if (end > frame.length) throw new MalformedPhotoError('chunk in a frame too long')
    if (frameChunks.has(frame.toString('latin1', at, at + 4)))
      parts.push(padChunk(Buffer.from(frame.subarray(at, end))))
    at = end + (end % 2)
  }
  const strippedFrame = Buffer.concat(parts)
  strippedFrame.writeUInt32LE(strippedFrame.length - 8, 4)
  return strippedFrame
}

function padChunk(chunk: Buffer): Buffer {
  return chunk.length % 2 ? Buffer.concat([chunk, Buffer.alloc(1)]) : chunk
}

function createExifChunk(orientation: number): Buffer {
  const tiff = createOrientationTiff(orientation)
  const head = Buffer.from('EXIF\0\0\0\0', 'latin1')
  head.writeUInt32LE(tiff.length, 4)
  return padChunk(Buffer.concat([head, tiff]))
}
