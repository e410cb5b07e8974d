import { END_OF_IMAGE, readJpegSegments, START_OF_SCAN } from './jpeg-segments.ts'
import { createOrientationTiff, isIccProfile, MalformedPhotoError } from './photo-container.ts'

/**
 * Removes metadata, the thumbnail and bytes after the end. Keeps scans, tables and a valid colour profile. Writes
 * `orientation` as EXIF unless it is 1. @throws MalformedPhotoError
 */
export function stripJpeg(bytes: Buffer, orientation: number): Buffer {
  const parts = [bytes.subarray(0, 2)]
  if (orientation !== 1)
    parts.push(segment(0xe1, Buffer.concat([Buffer.from('Exif\0\0'), createOrientationTiff(orientation)])))
  for (const { marker, start, end, scanEnd } of readJpegSegments(bytes)) {
    if (scanEnd < 0) throw new MalformedPhotoError('scan without an end')
    const whole = bytes.subarray(start, end)
    const kept = marker === END_OF_IMAGE || isProfilePart(marker, whole) ? whole : keptSegment(marker, whole)
    if (kept) parts.push(kept)
    parts.push(bytes.subarray(end, scanEnd))
  }
  const profile = parts.filter((part) => isProfilePart(part[1] ?? 0, part))
  return Buffer.concat(isWholeProfile(profile) ? parts : parts.filter((part) => !profile.includes(part)))
}

const PROFILE_HEADER = 18 // bytes of marker, length, name, segment number and count (ICC.1 annex B.4)

const isProfilePart = (marker: number, whole: Buffer): boolean =>
  marker === 0xe2 && whole.length > PROFILE_HEADER && startsWith(whole.subarray(4), 'ICC_PROFILE\0')

/** Returns whether the segments form a complete ICC profile. An incomplete profile could hide any text. */
function isWholeProfile(parts: readonly Buffer[]): boolean {
  const inOrder = parts.toSorted((a, b) => (a[16] ?? 0) - (b[16] ?? 0))
  const isComplete = inOrder.every((part, at) => part[16] === at + 1 && part[17] === parts.length)
  return isComplete && isIccProfile(Buffer.concat(inOrder.map((part) => part.subarray(PROFILE_HEADER))))
}

/** Inserts a colour profile of at most 64 KB (one segment) into a JPEG that has none. */
export function addJpegProfile(jpeg: Buffer, profile: Buffer): Buffer {
  const payload = Buffer.concat([Buffer.from('ICC_PROFILE\0\x01\x01', 'latin1'), profile])
  return Buffer.concat([jpeg.subarray(0, 2), segment(0xe2, payload), jpeg.subarray(2)])
}

function segment(marker: number, payload: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(payload.length + 2, 2)
  return Buffer.concat([head, payload])
}

function keptSegment(marker: number, whole: Buffer): Buffer | null {
  const payload = whole.subarray(4)
  const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc8
  if (isFrame || [0xdb, 0xdc, 0xdd, START_OF_SCAN].includes(marker)) return whole
  // Keeps version and density of the JFIF segment, and removes the thumbnail.
  if (marker === 0xe0 && payload.length >= 14 && startsWith(payload, 'JFIF\0'))
    return segment(0xe0, Buffer.concat([payload.subarray(0, 12), Buffer.alloc(2)]))
  // Keeps the transform flag of Adobe's segment, because CMYK and RGB JPEGs have wrong colours without it.
  if (marker === 0xee && payload.length >= 12 && startsWith(payload, 'Adobe'))
    return segment(0xee, payload.subarray(0, 12))
  return null
}

function startsWith(payload: Buffer, name: string): boolean {
  return payload.toString('latin1', 0, name.length) === name
}
