import { MalformedPhotoError } from './photo-container.ts'

const SOI = 0xd8
export const END_OF_IMAGE = 0xd9
export const START_OF_SCAN = 0xda

/** A segment with its offsets. `scanEnd`: end of its scan; equal to `end` without a scan; -1 if the scan is cut off. */
export type JpegSegment = { marker: number; start: number; end: number; scanEnd: number }

/**
 * Yields the segments of a JPEG up to its end marker or a cut-off scan.
 * @throws MalformedPhotoError if a segment is invalid, or if the file ends outside a scan without an end marker
 */
export function* readJpegSegments(bytes: Buffer): Generator<JpegSegment> {
  if (bytes.length < 4 || bytes[0] !== 0xff || bytes[1] !== SOI) throw new MalformedPhotoError('no start of image')
  for (let start = 2; start + 2 <= bytes.length; ) {
    if (bytes[start] !== 0xff) throw new MalformedPhotoError('marker expected')
    const marker = bytes[start + 1] ?? 0
    if (marker === END_OF_IMAGE) return yield { marker, start, end: start + 2, scanEnd: start + 2 }
    if (marker === 0xff) {
      start += 1
      continue
    }
    const end = start + 4 > bytes.length ? start : start + 2 + bytes.readUInt16BE(start + 2)
    if (end > bytes.length || end < start + 4) throw new MalformedPhotoError('segment too long')
    const scanEnd = marker === START_OF_SCAN ? findScanEnd(bytes, end) : end
    yield { marker, start, end, scanEnd }
    if (scanEnd < 0) return
    start = scanEnd
  }
  throw new MalformedPhotoError('no end of image')
}

/** Returns the offset of the marker that ends a scan, or -1. Skips escaped 0xFF bytes and restart markers. */
function findScanEnd(bytes: Buffer, from: number): number {
  let at = bytes.indexOf(0xff, from)
  while (at !== -1 && at + 1 < bytes.length) {
    const next = bytes[at + 1] ?? 0
    const isData = next === 0 || (next >= 0xd0 && next <= 0xd7)
    if (!isData && next !== 0xff) return at
    at = bytes.indexOf(0xff, at + (isData ? 2 : 1))
  }
  return -1
}
