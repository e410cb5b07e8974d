import { isIccProfile } from './photo-container.ts'

/** Colour profile of renderings. `own`: that of the photo; `p3`: Display P3 for wide colours; `srgb`: no profile. */
export type RenderingProfile = 'own' | 'p3' | 'srgb'

// Size limit in bytes of a colour profile in renderings, because a small AVIF takes only about 8 KB.
const maxServedBytes = 4096
// Area of the sRGB gamut, a triangle in the xy plane, adapted to D50 as profiles store it (IEC 61966-2-1).
const srgbArea = 0.1121
// A profile with an area up to 10 % larger than sRGB counts as another vendor's sRGB.
const gamutTolerance = 1.1

/**
 * Returns 'own' for an RGB profile of at most 4 KB. Returns 'p3' for a longer RGB profile with a gamut wider than sRGB.
 * Otherwise returns 'srgb', for example for a grey or a CMYK profile.
 */
export function chooseRenderingProfile(icc: Buffer | undefined): RenderingProfile {
  if (!isRgbProfile(icc)) return 'srgb'
  if (icc.length <= maxServedBytes) return 'own'
  const area = computeColorantArea(icc)
  // A profile without colorants contains only lookup tables. It comes from a camera or a printer, so its gamut is wide.
  return area === undefined || area > srgbArea * gamutTolerance ? 'p3' : 'srgb'
}

export const isRgbProfile = (icc: Buffer | undefined): icc is Buffer =>
  icc !== undefined && isIccProfile(icc) && icc.toString('latin1', 16, 20) === 'RGB '

/** Returns the area of the colorants' triangle in the xy plane (ICC.1 §9.2.44); undefined when one is missing. */
function computeColorantArea(icc: Buffer): number | undefined {
  const [red, green, blue] = ['rXYZ', 'gXYZ', 'bXYZ'].map((tag) => readChromaticity(icc, tag))
  if (!red || !green || !blue) return undefined
  return Math.abs((green.x - red.x) * (blue.y - red.y) - (blue.x - red.x) * (green.y - red.y)) / 2
}

function readChromaticity(icc: Buffer, tag: string): { x: number; y: number } | undefined {
  const at = findTagOffset(icc, tag)
  if (at === undefined || at + 20 > icc.length) return undefined
  const [x = 0, y = 0, z = 0] = [8, 12, 16].map((from) => icc.readInt32BE(at + from) / 65_536)
  const sum = x + y + z
  return sum > 0 ? { x: x / sum, y: y / sum } : undefined
}

/** Returns the offset of a tag's value in the file. The tag table follows the header of 128 bytes (ICC.1 §7.3). */
function findTagOffset(icc: Buffer, tag: string): number | undefined {
  const count = Math.min(icc.readUInt32BE(128), Math.floor((icc.length - 132) / 12))
  for (let at = 132; at < 132 + count * 12; at += 12)
    if (icc.toString('latin1', at, at + 4) === tag) return icc.readUInt32BE(at + 4)
  return undefined
}
