import type { Dimensions } from './sniff-photo.ts'

type Box = { type: string; start: number; end: number }

/** The boxes between two offsets (ISO/IEC 14496-12 §4.2); stops at the first that does not fit. */
function* boxes(bytes: Buffer, start: number, end: number): Generator<Box> {
  let at = start
  while (at + 8 <= end) {
    const short = bytes.readUInt32BE(at)
    const header = short === 1 ? 16 : 8
    if (at + header > end) return
    const size = short === 1 ? Number(bytes.readBigUInt64BE(at + 8)) : short === 0 ? end - at : short
    if (size < header) return
    yield {
      type: bytes.toString('latin1', at + 4, at + 8),
      start: at + header,
      end: Math.min(at + size, end),
    }
    at += size
  }
}

/** The item properties of a HEIF file: they lie in meta, iprp, ipco. */
function* properties(bytes: Buffer): Generator<Box> {
  for (const top of boxes(bytes, 0, bytes.length)) {
    if (top.type !== 'meta') continue
    for (const inMeta of boxes(bytes, top.start + 4, top.end)) {
      if (inMeta.type !== 'iprp') continue
      for (const inIprp of boxes(bytes, inMeta.start, inMeta.end)) {
        if (inIprp.type === 'ipco') yield* boxes(bytes, inIprp.start, inIprp.end)
      }
    }
  }
}

/** The largest picture a HEIF or AVIF header declares (tiles and thumbnails are smaller than the photo), or null. */
export function largestHeifImage(head: Buffer): Dimensions | null {
  let largest: Dimensions | null = null
  for (const box of properties(head)) {
    if (box.type !== 'ispe' || box.end - box.start < 12) continue
    const found = {
      width: head.readUInt32BE(box.start + 4),
      height: head.readUInt32BE(box.start + 8),
    }
    if (!largest || found.width * found.height > largest.width * largest.height) largest = found
  }
  return largest
}

/**
 * How a HEIF file names its colours: an ICC profile, the Display P3 primaries by number (H.273: 12), or neither,
 * which is sRGB.
 */
export function heifColour(bytes: Buffer): { icc: Buffer } | 'display-p3' | null {
  let colour: 'display-p3' | null = null
  for (const box of properties(bytes)) {
    if (box.type !== 'colr' || box.end - box.start < 6) continue
    const kind = bytes.toString('latin1', box.start, box.start + 4)
    if (kind === 'prof' || kind === 'rICC') return { icc: bytes.subarray(box.start + 4, box.end) }
    if (kind === 'nclx' && bytes.readUInt16BE(box.start + 4) === 12) colour = 'display-p3'
  }
  return colour
}
