import sharp from 'sharp'
import { FASTEST, waves } from './likeness-waves.ts'

// docs/decisions/0058-photos-taken-down-are-known-again.md says where these figures come from.
const SIDE = 64
/** Levels of 255 that a wave makes up at least to say anything: less is what rounding leaves. */
const HEARD = 0.05
/** With more than these silent a photo is too plain: a wall or a clear sky is told from no other. */
const MOST_SILENT = 30

const cosines = Array.from({ length: FASTEST + 1 }, (_, times) =>
  Array.from({ length: SIDE }, (_unused, at) => Math.cos((Math.PI * times * (2 * at + 1)) / (2 * SIDE))),
)

const along = (levels: ArrayLike<number>, from: number, cosine: readonly number[] = []) =>
  cosine.reduce((sum, factor, at) => sum + factor * (levels[from + at] ?? 0), 0)

/**
 * What a photo looks like, as 119 digits 0 and 1 of which few change when it is encoded anew, made smaller, brighter or
 * cut a little; null for one that is too plain.
 */
export async function likenessOf(photo: Buffer): Promise<string | null> {
  const small = sharp(photo).toColourspace('srgb').flatten({ background: '#fff' }).greyscale()
  const { data, info } = await small.resize(SIDE, SIDE, { fit: 'fill' }).raw().toBuffer({ resolveWithObject: true })
  const grey = data.filter((_, at) => at % info.channels === 0)
  const sums = cosines.map((cosine) => Array.from({ length: SIDE }, (_, row) => along(grey, row * SIDE, cosine)))
  const heights = waves.map(({ across, down }) => along(sums[across] ?? [], 0, cosines[down]) * (2 / SIDE) ** 2)
  if (heights.filter((height) => Math.abs(height) < HEARD).length > MOST_SILENT) return null
  return heights.map((height) => (height > 0 ? '1' : '0')).join('')
}
