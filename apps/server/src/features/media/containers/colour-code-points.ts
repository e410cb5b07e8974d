import sharp from 'sharp'
import { addJpegProfile } from './strip-jpeg.ts'
import { addPngProfile, readPngChunks } from './strip-png.ts'

/** Colour space as code points of ITU-T H.273. AVIF and HEIC store them as nclx, PNG as cICP. */
export type ColourCodePoints = { primaries: number; transfer: number }

const SRGB = { primaries: 1, transfer: 13 }
const DISPLAY_P3 = 12

// XYZ values of red, green and blue, adapted to D50 like the values in ICC profiles. Source: SkNamedGamut of Skia.
const colorants: Record<number, number[][]> = {
  [SRGB.primaries]: [
    [0.43607, 0.22249, 0.01392],
    [0.38515, 0.71687, 0.09708],
    [0.14307, 0.06061, 0.7141],
  ],
  // BT.2020
  9: [
    [0.67346, 0.27903, -0.00193],
    [0.16566, 0.67534, 0.02998],
    [0.1251, 0.04563, 0.79716],
  ],
  [DISPLAY_P3]: [
    [0.5151, 0.24118, -0.00105],
    [0.29197, 0.69224, 0.04188],
    [0.15715, 0.06658, 0.78438],
  ],
}

const srgbCurve = (signal: number) => (signal <= 0.04045 ? signal / 12.92 : ((signal + 0.055) / 1.055) ** 2.4)

/** PQ curve of BT.2100. The result 1 is diffuse white (203 cd/m², BT.2408); brighter values are clipped. */
function pqCurve(signal: number): number {
  const root = signal ** (1 / 78.84375)
  const luminance = (Math.max(root - 0.8359375, 0) / (18.8515625 - 18.6875 * root)) ** (1 / 0.1593017578125)
  return Math.min(1, (luminance * 10_000) / 203)
}

const hlgScene = (signal: number) =>
  signal <= 0.5 ? signal ** 2 / 3 : (Math.exp((signal - 0.55991073) / 0.17883277) + 0.28466892) / 12

/** HLG curve of BT.2100. The result 1 is diffuse white: a signal of 75 % (BT.2408). Brighter values are clipped. */
const hlgCurve = (signal: number) => Math.min(1, (hlgScene(signal) / hlgScene(0.75)) ** 1.2)

// All transfer functions that are missing in this list are for video. Browsers treat them like sRGB.
const curves: Record<number, (signal: number) => number> = {
  4: (signal) => signal ** 2.2,
  5: (signal) => signal ** 2.8,
  8: (signal) => signal,
  16: pqCurve,
  18: hlgCurve,
}

/**
 * Returns an ICC profile for code points; null for sRGB. Supports the primaries of sRGB, Display P3 and BT.2020. Treats
 * all other primaries as sRGB, because no camera is known to write them.
 */
export async function createIccProfile({ primaries, transfer }: ColourCodePoints): Promise<Buffer | null> {
  const curve = curves[transfer]
  if (primaries === DISPLAY_P3 && !curve) return readDisplayP3Profile()
  const columns = colorants[primaries]
  if ((!columns || primaries === SRGB.primaries) && !curve) return null
  return createMatrixProfile(columns ?? colorants[SRGB.primaries] ?? [], curve ?? srgbCurve)
}

async function readDisplayP3Profile(): Promise<Buffer> {
  const pixel = sharp({
    create: { width: 1, height: 1, channels: 3, background: '#000' },
  })
  const meta = await sharp(await pixel.withIccProfile('p3').png().toBuffer()).metadata()
  if (!meta.icc) throw new Error('sharp carries no Display P3 profile')
  return meta.icc
}

// Keeps the profile below 4 KB. Renderings would replace a larger profile with Display P3 or sRGB.
const CURVE_POINTS = 1024
const D50 = [0.9642, 1, 0.8249]

/** Returns an RGB profile that consists of a matrix and a tone curve (ICC.1:2001-04 §6.3.1.2). */
function createMatrixProfile(columns: number[][], curve: (signal: number) => number): Buffer {
  const table = Buffer.alloc(12 + 2 * CURVE_POINTS)
  table.write('curv', 'latin1')
  table.writeUInt32BE(CURVE_POINTS, 8)
  for (let at = 0; at < CURVE_POINTS; at++)
    table.writeUInt16BE(Math.round(65_535 * curve(at / (CURVE_POINTS - 1))), 12 + 2 * at)
  const tags: [string, Buffer][] = [
    ['desc', createDescriptionTag('RGB')],
    ['cprt', Buffer.from('text\0\0\0\0none\0\0\0\0', 'latin1')],
    ['wtpt', createXyzTag(D50)],
    ...columns.map((column, at): [string, Buffer] => [['rXYZ', 'gXYZ', 'bXYZ'][at] ?? '', createXyzTag(column)]),
    ['rTRC', table],
    ['gTRC', table],
    ['bTRC', table],
  ]
  const index = Buffer.alloc(4 + 12 * tags.length)
  index.writeUInt32BE(tags.length)
  const offsets = new Map<Buffer, number>()
  let end = 128 + index.length
  for (const [at, [name, data]] of tags.entries()) {
    if (!offsets.has(data)) {
      offsets.set(data, end)
      end += data.length
    }
    index.write(name, 4 + 12 * at, 'latin1')
    index.writeUInt32BE(offsets.get(data) ?? 0, 8 + 12 * at)
    index.writeUInt32BE(data.length, 12 + 12 * at)
  }
  return Buffer.concat([createHeader(end), index, ...offsets.keys()])
}

function createHeader(length: number): Buffer {
  const bytes = Buffer.alloc(128)
  bytes.writeUInt32BE(length)
  bytes.writeUInt32BE(0x02_40_00_00, 8)
  bytes.write('mntrRGB XYZ ', 12, 'latin1')
  bytes.writeUInt16BE(2001, 24) // the format requires a date
  bytes.writeUInt16BE(1, 26)
  bytes.writeUInt16BE(1, 28)
  bytes.write('acsp', 36, 'latin1')
  createXyzTag(D50).copy(bytes, 68, 8)
  return bytes
}

function createXyzTag(values: number[]): Buffer {
  const bytes = Buffer.alloc(20)
  bytes.write('XYZ ', 'latin1')
  for (const [at, value] of values.entries()) bytes.writeInt32BE(Math.round(value * 65_536), 8 + 4 * at)
  return bytes
}

function createDescriptionTag(text: string): Buffer {
  const bytes = Buffer.alloc(96)
  bytes.write('desc', 'latin1')
  bytes.writeUInt32BE(text.length + 1, 8)
  bytes.write(text, 12, 'latin1')
  return bytes
}

/** Inserts an ICC profile into a photo that has none, because decoders ignore code points. */
export const addProfile = (photo: Buffer, format: 'jpeg' | 'png', profile: Buffer): Buffer =>
  format === 'png' ? addPngProfile(photo, profile) : addJpegProfile(photo, profile)

/**
 * Adds an ICC profile to a PNG with a cICP chunk (PNG 3 §11.3.2.6). Returns the PNG unchanged if it has no cICP chunk,
 * if an ICC profile precedes this chunk, or if the chunk means sRGB.
 */
export async function convertCicpToIccProfile(png: Buffer): Promise<Buffer> {
  for (const { type, start } of readPngChunks(png)) {
    if (type === 'iCCP' || type === 'IDAT') return png
    if (type !== 'cICP') continue
    const profile = await createIccProfile({ primaries: png[start] ?? 0, transfer: png[start + 1] ?? 0 })
    return profile ? addPngProfile(png, profile) : png
  }
  return png
}
