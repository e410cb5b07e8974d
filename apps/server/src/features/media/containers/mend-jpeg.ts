import { EOI, findScanEnd, SOS } from './strip-jpeg.ts'

export type MendedJpeg = {
  photo: Buffer
  /** Whether the file ended inside the last scan. It may lack rows too: check it with `requireEveryRow`. */
  lackedEnd: boolean
}

/**
 * Returns a JPEG as decoders expect it: without empty EXIF segments, which hide the next one with the orientation, and
 * with an end mark, which messengers and cheap phones cut off.
 */
export function mendJpeg(bytes: Buffer): MendedJpeg {
  const parts: Buffer[] = []
  let from = 0
  let at = 2
  while (at + 4 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0
    if (marker === 0xff) {
      at += 1
      continue
    }
    if (marker === EOI) break
    const end = at + 2 + bytes.readUInt16BE(at + 2)
    if (marker === 0xe1 && isEmptyExif(bytes.subarray(at + 4, end))) {
      parts.push(bytes.subarray(from, at))
      from = end
    }
    at = end
    if (marker !== SOS) continue
    at = findScanEnd(bytes, at)
    if (at < 0) {
      const last = bytes.at(-1) === 0xff ? bytes.length - 1 : bytes.length
      return { photo: Buffer.concat([...parts, bytes.subarray(from, last), Buffer.from([0xff, EOI])]), lackedEnd: true }
    }
  }
  return { photo: parts.length > 0 ? Buffer.concat([...parts, bytes.subarray(from)]) : bytes, lackedEnd: false }
}

/** Whether the payload of an APP1 segment is EXIF without a single entry in its first directory (TIFF 6.0 §2). */
function isEmptyExif(payload: Buffer): boolean {
  if (payload.toString('latin1', 0, 6) !== 'Exif\0\0') return false
  const tiff = payload.subarray(6)
  if (tiff.length < 10) return true
  const isLittle = tiff.toString('latin1', 0, 2) === 'II'
  const directory = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4)
  if (directory + 2 > tiff.length) return true
  return (isLittle ? tiff.readUInt16LE(directory) : tiff.readUInt16BE(directory)) === 0
}
