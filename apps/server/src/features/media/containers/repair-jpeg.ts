import { END_OF_IMAGE, type JpegSegment, readJpegSegments } from './jpeg-segments.ts'
import { MalformedPhotoError } from './photo-container.ts'

export type RepairedJpeg = {
  photo: Buffer
  /** True if the file had no end marker. Rows of pixels may be missing too, so call `requireEveryRow`. */
  lackedEnd: boolean
}

/**
 * Removes empty EXIF segments, which hide the orientation in a later segment. Adds a missing end marker, which
 * messengers and cheap phones cut off.
 */
export function repairJpeg(bytes: Buffer): RepairedJpeg {
  try {
    return repairSegments(bytes, [...readJpegSegments(bytes)])
  } catch (error) {
    if (error instanceof MalformedPhotoError) return { photo: bytes, lackedEnd: false }
    throw error
  }
}

function repairSegments(bytes: Buffer, segments: readonly JpegSegment[]): RepairedJpeg {
  const emptySegments = segments.filter(
    ({ marker, start, end }) => marker === 0xe1 && isEmptyExif(bytes.subarray(start + 4, end)),
  )
  const lackedEnd = segments.at(-1)?.scanEnd === -1
  if (emptySegments.length === 0 && !lackedEnd) return { photo: bytes, lackedEnd }
  const photoEnd = lackedEnd && bytes.at(-1) === 0xff ? bytes.length - 1 : bytes.length
  const from = [0, ...emptySegments.map(({ end }) => end)]
  const to = [...emptySegments.map(({ start }) => start), photoEnd]
  const keptParts = from.map((start, at) => bytes.subarray(start, to[at]))
  return { photo: Buffer.concat([...keptParts, ...(lackedEnd ? [Buffer.from([0xff, END_OF_IMAGE])] : [])]), lackedEnd }
}

/** Returns whether an APP1 payload is EXIF with an empty first directory (TIFF 6.0 §2). */
function isEmptyExif(payload: Buffer): boolean {
  if (payload.toString('latin1', 0, 6) !== 'Exif\0\0') return false
  const tiff = payload.subarray(6)
  if (tiff.length < 10) return true
  const isLittleEndian = tiff.toString('latin1', 0, 2) === 'II'
  const directory = isLittleEndian ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4)
  if (directory + 2 > tiff.length) return true
  return (isLittleEndian ? tiff.readUInt16LE(directory) : tiff.readUInt16BE(directory)) === 0
}
