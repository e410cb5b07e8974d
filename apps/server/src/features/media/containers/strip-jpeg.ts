import { END_OF_IMAGE, readJpegSegments, START_OF_SCAN } from './jpeg-segments.ts'
import { createOrientationTiff, isIccProfile, MalformedPhotoError } from './photo-container.ts'

/**
 * Removes metadata, the thumbnail and bytes after the end. Keeps scans, tables and a valid colour profile. Writes
 * `orientation` as EXIF unless it is 1. @throws MalformedPhotoError
 */
export function stripJpeg(bytes: Buffer, orientation: number): Buffer {
  const parts = [bytes.subarray(0, 2)]
  if (orientation !== 1)
    parts.push(createSegment(0xe1, Buffer.concat([Buffer.from('Exif\0\0'), createOrientationTiff(orientation)])))
  for (const { marker, start, end, scanEnd } of readJpegSegments(bytes)) {
    if (scanEnd < 0) throw new MalformedPhotoError('scan without an end')
    const segmentBytes = bytes.subarray(start, end)
    const strippedSegment =
      marker === END_OF_IMAGE || isProfilePart(marker, segmentBytes) ? segmentBytes : stripSegment(marker, segmentBytes)
    if (strippedSegment) parts.push(strippedSegment)
    parts.push(bytes.subarray(end, scanEnd))
  }
  const profile = parts.filter((part) => isProfilePart(part[1] ?? 0, part))
  return Buffer.concat(isCompleteProfile(profile) ? parts : parts.filter((part) => !profile.includes(part)))
}

const PROFILE_HEADER = 18 // bytes of marker, length, name, segment number and count (ICC.1 annex B.4)

const isProfilePart = (marker: number, segmentBytes: Buffer): boolean =>
  marker === 0xe2 && segmentBytes.length > PROFILE_HEADER && startsWith(segmentBytes.subarray(4), 'ICC_PROFILE\0')

/** Returns whether the segments form a complete ICC profile. An incomplete profile could hide any text. */
function isCompleteProfile(parts: readonly Buffer[]): boolean {
  const sortedParts = parts.toSorted((a, b) => (a[16] ?? 0) - (b[16] ?? 0))
  const isComplete = sortedParts.every((part, at) => part[16] === at + 1 && part[17] === parts.length)
  return isComplete && isIccProfile(Buffer.concat(sortedParts.map((part) => part.subarray(PROFILE_HEADER))))
}

/** Inserts a colour profile of at most 64 KB (one segment) into a JPEG that has none. */
export function addJpegProfile(jpeg: Buffer, profile: Buffer): Buffer {
  const payload = Buffer.concat([Buffer.from('ICC_PROFILE\0\x01\x01', 'latin1'), profile])
  return Buffer.concat([jpeg.subarray(0, 2), createSegment(0xe2, payload), jpeg.subarray(2)])
}

function createSegment(marker: number, payload: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(payload.length + 2, 2)
  return Buffer.concat([head, payload])
}

function stripSegment(marker: number, segmentBytes: Buffer): Buffer | null {
  const payload = segmentBytes.subarray(4)
  const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc8
  if (isFrame || [0xdb, 0xdc, 0xdd, START_OF_SCAN].includes(marker)) return segmentBytes
  // Keeps version and density of the JFIF segment, and removes the thumbnail.
  if (marker === 0xe0 && payload.length >= 14 && startsWith(payload, 'JFIF\0'))
    return createSegment(0xe0, Buffer.concat([payload.subarray(0, 12), Buffer.alloc(2)]))
  // Keeps the transform flag of Adobe's segment, because CMYK and RGB JPEGs have wrong colours without it.
  if (marker === 0xee && payload.length >= 12 && startsWith(payload, 'Adobe'))
    return createSegment(0xee, payload.subarray(0, 12))
  return null
}

function startsWith(payload: Buffer, name: string): boolean {
  return payload.toString('latin1', 0, name.length) === name
}
