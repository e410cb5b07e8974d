/**
 * `still` means that the server stores a still image of an animated file. `cut` means that the end of a JPEG is
 * missing.
 */
export type FileNote = 'still' | 'cut'

const ANIMATION_FLAG = 0x02 // animation bit in the flags of a VP8X header (RFC 9649 §2.7)
const TAIL_BYTES = 65_536
const MAX_CHUNKS = 100

const read = async (file: File, start: number, length: number) =>
  new DataView(await file.slice(start, start + length).arrayBuffer())

const readTextAt = (bytes: DataView, at: number, length: number) =>
  String.fromCharCode(...new Uint8Array(bytes.buffer).slice(at, at + length))

/** Returns a note for the user about a chosen photo. Reads the content, because file names and types may be wrong. */
export async function detectFileNote(file: File): Promise<FileNote | null> {
  const head = await read(file, 0, 64)
  if (head.byteLength < 24) return null
  if (readTextAt(head, 0, 4) === 'GIF8') return 'still'
  if (head.getUint16(0) === 0xff_d8) return (await hasEnd(file)) ? null : 'cut'
  if (readTextAt(head, 1, 3) === 'PNG') return (await isAnimatedPng(file)) ? 'still' : null
  if (readTextAt(head, 4, 4) === 'ftyp') return isSequence(head) ? 'still' : null
  const isExtendedWebp = readTextAt(head, 8, 8) === 'WEBPVP8X'
  return isExtendedWebp && (head.getUint8(20) & ANIMATION_FLAG) !== 0 ? 'still' : null
}

/** Returns whether a JPEG has an end marker. Bytes may follow the marker, such as the video of a motion photo. */
async function hasEnd(file: File): Promise<boolean> {
  const tail = new Uint8Array((await read(file, Math.max(0, file.size - TAIL_BYTES), TAIL_BYTES)).buffer)
  if (tail.some((byte, at) => byte === 0xff && tail[at + 1] === 0xd9)) return true
  return file.size > TAIL_BYTES && !isScanData(tail)
}

/** Returns whether bytes are JPEG scan data, in which each 0xFF is escaped or begins a restart marker. */
const isScanData = (bytes: Uint8Array) =>
  bytes.every((byte, at) => {
    const next = bytes[at + 1] ?? 0
    return byte !== 0xff || next === 0 || (next >= 0xd0 && next <= 0xd7)
  })

/** Returns whether a PNG has an acTL chunk, which precedes the pixels (PNG 3 §11.3.6.1). */
async function isAnimatedPng(file: File): Promise<boolean> {
  for (let at = 8, chunks = 0; at + 8 <= file.size && chunks < MAX_CHUNKS; chunks++) {
    const head = await read(file, at, 8)
    const type = readTextAt(head, 4, 4)
    if (type === 'acTL') return true
    if (type === 'IDAT') return false
    at += 12 + head.getUint32(0)
  }
  return false
}

/** Returns whether an AVIF or HEIF file is an image sequence, by its brands (MIAF, ISO/IEC 23000-22). */
function isSequence(head: DataView): boolean {
  const end = Math.min(head.getUint32(0), head.byteLength)
  const brands = Array.from({ length: Math.max(0, (end - 8) >> 2) }, (_, at) => readTextAt(head, 8 + at * 4, 4))
  return brands.some((brand) => ['avis', 'msf1', 'hevc', 'hevx'].includes(brand))
}
