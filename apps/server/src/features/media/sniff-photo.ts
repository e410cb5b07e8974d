import { readLargestHeifSize } from './containers/read-heif.ts'

/** Accepted upload formats, detected by the first bytes, never by file name or declared type. */
export type UploadFormat = 'jpeg' | 'png' | 'webp' | 'gif' | 'avif' | 'heic'
export type Dimensions = { width: number; height: number }
/** Reads up to `length` bytes from the offset `at`; fewer at the end of the file. */
export type ByteReader = (at: number, length: number) => Promise<Buffer>

export const sniffLength = 64

const avifBrands = ['avif', 'avis']
const heicBrands = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1']

/** Returns the format of a file by its first bytes (`sniffLength` suffice); null if it is not accepted. */
export function sniffFormat(head: Buffer): UploadFormat | null {
  if (head.length < 12) return null
  if (head[0] === 0xff && head[1] === 0xd8 && head[2] === 0xff) return 'jpeg'
  if (head.subarray(0, 8).equals(Buffer.from('89504e470d0a1a0a', 'hex'))) return 'png'
  const start = head.toString('latin1', 0, 12)
  if (start.startsWith('GIF87a') || start.startsWith('GIF89a')) return 'gif'
  if (start.startsWith('RIFF') && start.endsWith('WEBP')) return 'webp'
  if (start.slice(4, 8) === 'ftyp') return sniffHeif(head)
  return null
}

function sniffHeif(head: Buffer): UploadFormat | null {
  const end = Math.min(head.readUInt32BE(0), head.length)
  const brands = [head.toString('latin1', 8, 12)]
  for (let at = 16; at + 4 <= end; at += 4) brands.push(head.toString('latin1', at, at + 4))
  if (brands.some((brand) => avifBrands.includes(brand))) return 'avif'
  return brands.some((brand) => heicBrands.includes(brand)) ? 'heic' : null
}

/** Returns width and height from the header, before the photo is turned upright; null when it cannot be read. */
export async function readDimensions(format: UploadFormat, read: ByteReader): Promise<Dimensions | null> {
  if (format === 'jpeg') return readJpegDimensions(read)
  if (format === 'avif' || format === 'heic') return readLargestHeifSize(read)
  const head = await read(0, 32)
  if (head.length < 30) return null
  if (format === 'png') return parsePngDimensions(head)
  if (format === 'gif') return { width: head.readUInt16LE(6), height: head.readUInt16LE(8) }
  return parseWebpDimensions(head)
}

function parsePngDimensions(head: Buffer): Dimensions | null {
  if (head.toString('latin1', 12, 16) !== 'IHDR') return null
  return { width: head.readUInt32BE(16), height: head.readUInt32BE(20) }
}

function parseWebpDimensions(head: Buffer): Dimensions | null {
  const chunk = head.toString('latin1', 12, 16)
  if (chunk === 'VP8X')
    return {
      width: head.readUIntLE(24, 3) + 1,
      height: head.readUIntLE(27, 3) + 1,
    }
  if (chunk === 'VP8 ')
    return {
      width: head.readUInt16LE(26) & 0x3fff,
      height: head.readUInt16LE(28) & 0x3fff,
    }
  if (chunk !== 'VP8L') return null
  const bits = head.readUInt32LE(21)
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
}

// Limits the CPU time for crafted files with very many segments. A 30 MB photo has fewer than 500 segments of 64 KB.
const maxSegments = 2000

async function readJpegDimensions(read: ByteReader): Promise<Dimensions | null> {
  let at = 2
  for (let segment = 0; segment < maxSegments; segment++) {
    const head = await read(at, 9)
    if (head.length < 9 || head[0] !== 0xff) return null
    const marker = head[1] ?? 0
    if (marker === 0xff) {
      at += 1
      continue
    }
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame) return { width: head.readUInt16BE(7), height: head.readUInt16BE(5) }
    if (marker === 0xda || marker === 0xd9) return null
    at += 2 + head.readUInt16BE(2)
  }
  return null
}
