import { createOrientationTiff, isProfile, MalformedPhoto } from './photo-container.ts'

const SOI = 0xd8
export const EOI = 0xd9
export const SOS = 0xda

/**
 * Keeps scans, tables and colour profile. Drops EXIF, XMP, IPTC, comments, the thumbnail and bytes after the end.
 * @throws MalformedPhoto when the lengths of the segments are inconsistent
 */
export function stripJpeg(bytes: Buffer, orientation: number): Buffer {
  if (bytes.length < 4 || bytes[0] !== 0xff || bytes[1] !== SOI) throw new MalformedPhoto('no start of image')
  const parts = [bytes.subarray(0, 2)]
  if (orientation !== 1)
    parts.push(segment(0xe1, Buffer.concat([Buffer.from('Exif\0\0'), createOrientationTiff(orientation)])))
  let at = 2
  while (at + 4 <= bytes.length) {
    if (bytes[at] !== 0xff) throw new MalformedPhoto('marker expected')
    const marker = bytes[at + 1] ?? 0
    if (marker === 0xff) {
      at += 1
      continue
    }
    if (marker === EOI) break
    const end = at + 2 + bytes.readUInt16BE(at + 2)
    if (end > bytes.length || end < at + 4) throw new MalformedPhoto('segment too long')
    const segment = bytes.subarray(at, end)
    const kept = isProfilePart(marker, segment) ? segment : keptSegment(marker, segment)
    if (kept) parts.push(kept)
    at = end
    if (marker === SOS) {
      const scanEnd = findScanEnd(bytes, at)
      if (scanEnd < 0) throw new MalformedPhoto('scan without an end')
      parts.push(bytes.subarray(at, scanEnd))
      at = scanEnd
    }
  }
  if (bytes[at + 1] !== EOI) throw new MalformedPhoto('no end of image')
  parts.push(Buffer.from([0xff, EOI]))
  const profile = parts.filter((part) => isProfilePart(part[1] ?? 0, part))
  return Buffer.concat(isWholeProfile(profile) ? parts : parts.filter((part) => !profile.includes(part)))
}

const PROFILE_HEADER = 18 // marker, length, name, number of this part and of all parts (ICC.1 annex B.4)

const isProfilePart = (marker: number, whole: Buffer): boolean =>
  marker === 0xe2 && whole.length > PROFILE_HEADER && startsWith(whole.subarray(4), 'ICC_PROFILE\0')

/** Whether the parts are a profile, each part once. A part without the others could hide any text. */
function isWholeProfile(parts: readonly Buffer[]): boolean {
  const inOrder = parts.toSorted((a, b) => (a[16] ?? 0) - (b[16] ?? 0))
  const isComplete = inOrder.every((part, at) => part[16] === at + 1 && part[17] === parts.length)
  return isComplete && isProfile(Buffer.concat(inOrder.map((part) => part.subarray(PROFILE_HEADER))))
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
  if (isFrame || [0xdb, 0xdc, 0xdd, SOS].includes(marker)) return whole
  // JFIF: keeps version and density, drops the thumbnail.
  if (marker === 0xe0 && payload.length >= 14 && startsWith(payload, 'JFIF\0'))
    return segment(0xe0, Buffer.concat([payload.subarray(0, 12), Buffer.alloc(2)]))
  // Adobe's transform flag: without it CMYK and RGB JPEGs have wrong colours.
  if (marker === 0xee && payload.length >= 12 && startsWith(payload, 'Adobe'))
    return segment(0xee, payload.subarray(0, 12))
  return null
}

function startsWith(payload: Buffer, name: string): boolean {
  return payload.toString('latin1', 0, name.length) === name
}

/** Returns where a scan ends: at the next marker other than an escaped 0xFF or a restart marker; -1 without one. */
export function findScanEnd(bytes: Buffer, from: number): number {
  let at = bytes.indexOf(0xff, from)
  while (at !== -1 && at + 1 < bytes.length) {
    const next = bytes[at + 1] ?? 0
    const isData = next === 0 || (next >= 0xd0 && next <= 0xd7)
    if (!isData && next !== 0xff) return at
    at = bytes.indexOf(0xff, at + (isData ? 2 : 1))
  }
  return -1
}
