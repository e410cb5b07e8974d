import type { ByteReader, Dimensions } from '#features/media/sniff-photo.ts'
import type { ColourCodePoints } from './colour-code-points.ts'

type Box = { type: string; start: number; end: number }

// Maximum number of boxes to read, to stop hostile files. A photo of 50 megapixels with 200 tiles needs about 250
// boxes.
const MAX_BOXES = 2000
// Largest colour profile to read. Real profiles have 0.5 KB to 2 MB, but a hostile file can state any size.
const MAX_PROFILE_BYTES = 4 << 20

/** Yields the item properties from the index (`meta`) of a HEIF file. Some phones write the index after the picture. */
async function* readProperties(read: ByteReader): AsyncGenerator<Box> {
  let remainingBoxes = MAX_BOXES

  /** Yields the boxes between two offsets (ISO/IEC 14496-12 §4.2); stops at the first invalid one. */
  async function* readBoxes(start: number, end: number): AsyncGenerator<Box> {
    for (let at = start; at + 8 <= end && remainingBoxes > 0; remainingBoxes--) {
      const head = await read(at, 16)
      if (head.length < 8) return
      const shortSize = head.readUInt32BE(0)
      const header = shortSize === 1 ? 16 : 8
      if (head.length < header) return
      const size = shortSize === 1 ? Number(head.readBigUInt64BE(8)) : shortSize === 0 ? end - at : shortSize
      if (size < header) return
      yield { type: head.toString('latin1', 4, 8), start: at + header, end: Math.min(at + size, end) }
      at += size
    }
  }

  async function* readBoxesOfType(type: string, start: number, end: number): AsyncGenerator<Box> {
    for await (const box of readBoxes(start, end)) if (box.type === type) yield box
  }

  // The box `meta` begins with four bytes of version and flags, before its inner boxes.
  for await (const meta of readBoxesOfType('meta', 0, Number.MAX_SAFE_INTEGER))
    for await (const iprp of readBoxesOfType('iprp', meta.start + 4, meta.end))
      for await (const ipco of readBoxesOfType('ipco', iprp.start, iprp.end)) yield* readBoxes(ipco.start, ipco.end)
}

/** Returns the largest picture size that a HEIF or AVIF file declares, or null. Tiles and thumbnails are smaller. */
export async function readLargestHeifSize(read: ByteReader): Promise<Dimensions | null> {
  let largest: Dimensions | null = null
  for await (const box of readProperties(read)) {
    if (box.type !== 'ispe' || box.end - box.start < 12) continue
    const size = await read(box.start + 4, 8)
    if (size.length < 8) continue
    const dimensions = { width: size.readUInt32BE(0), height: size.readUInt32BE(4) }
    if (!largest || dimensions.width * dimensions.height > largest.width * largest.height) largest = dimensions
  }
  return largest
}

/** Returns the colours of a HEIF file: its ICC profile, or else its code points. Null means sRGB. */
export async function readHeifColour(read: ByteReader): Promise<{ icc: Buffer } | ColourCodePoints | null> {
  let colour: ColourCodePoints | null = null
  for await (const box of readProperties(read)) {
    if (box.type !== 'colr' || box.end - box.start < 6) continue
    const colr = await read(box.start, Math.min(box.end - box.start, MAX_PROFILE_BYTES))
    const kind = colr.toString('latin1', 0, 4)
    if (kind === 'prof' || kind === 'rICC') return { icc: colr.subarray(4) }
    if (kind === 'nclx' && colr.length >= 8)
      colour ??= { primaries: colr.readUInt16BE(4), transfer: colr.readUInt16BE(6) }
  }
  return colour
}
