import { isProfile } from './photo-container.ts'

/** What the files a photo is served in say of its colours: its own profile, a small one for wide colours, or none. */
export type Colours = 'own' | 'p3' | 'srgb'

// A profile is in every file that is served: beside an AVIF of 8 KB a larger one outweighs the colours it describes.
const maxServedBytes = 4096
// sRGB's colorants span this much of the xy plane as profiles write them, for D50 (IEC 61966-2-1, adapted).
const srgbArea = 0.1121
// What is hardly wider is sRGB by another maker.
const wider = 1.1

/**
 * The colours a photo is served in: its own profile where that is small, else Display P3 where it has colours that sRGB
 * lacks, else sRGB. A grey or CMYK profile does not fit the RGB files we serve.
 */
export function servedColours(icc: Buffer | undefined): Colours {
  if (!isRgbProfile(icc)) return 'srgb'
  if (icc.length <= maxServedBytes) return 'own'
  const area = colorantArea(icc)
  // One that says its colours by tables alone is a camera's or a printer's, and wide.
  return area === undefined || area > srgbArea * wider ? 'p3' : 'srgb'
}

export const isRgbProfile = (icc: Buffer | undefined): icc is Buffer =>
  icc !== undefined && isProfile(icc) && icc.toString('latin1', 16, 20) === 'RGB '

/** The triangle of the three colorants in the xy plane (ICC.1 §9.2.44); undefined when they are not all there. */
function colorantArea(icc: Buffer): number | undefined {
  const [red, green, blue] = ['rXYZ', 'gXYZ', 'bXYZ'].map((tag) => chromaticity(icc, tag))
  if (!red || !green || !blue) return undefined
  return Math.abs((green.x - red.x) * (blue.y - red.y) - (blue.x - red.x) * (green.y - red.y)) / 2
}

function chromaticity(icc: Buffer, tag: string): { x: number; y: number } | undefined {
  const at = tagOffset(icc, tag)
  if (at === undefined || at + 20 > icc.length) return undefined
  const [x = 0, y = 0, z = 0] = [8, 12, 16].map((from) => icc.readInt32BE(at + from) / 65_536)
  const sum = x + y + z
  return sum > 0 ? { x: x / sum, y: y / sum } : undefined
}

/** Where a tag's value begins: the table of tags follows the header of 128 bytes (ICC.1 §7.3). */
function tagOffset(icc: Buffer, tag: string): number | undefined {
  const count = Math.min(icc.readUInt32BE(128), Math.floor((icc.length - 132) / 12))
  for (let at = 132; at < 132 + count * 12; at += 12)
    if (icc.toString('latin1', at, at + 4) === tag) return icc.readUInt32BE(at + 4)
  return undefined
}
