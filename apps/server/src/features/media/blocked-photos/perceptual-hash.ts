import sharp from 'sharp'
import { MAX_FREQUENCY_SUM, waveFrequencies } from './perceptual-hash-frequencies.ts'

// Reasons for these constants: docs/decisions/0058-perceptual-hash-of-taken-down-photos.md
const SIDE = 64
/** Smallest significant amplitude of a wave, in grey levels (0 to 255). Smaller amplitudes are rounding noise. */
const MIN_AMPLITUDE = 0.05
/** Maximum number of waves below `MIN_AMPLITUDE`. A photo with more (a wall, a clear sky) is too plain to recognise. */
const MAX_WEAK_FREQUENCIES = 30

const cosines = Array.from({ length: MAX_FREQUENCY_SUM + 1 }, (_, times) =>
  Array.from({ length: SIDE }, (_unused, at) => Math.cos((Math.PI * times * (2 * at + 1)) / (2 * SIDE))),
)

const projectOntoCosine = (levels: ArrayLike<number>, from: number, cosine: readonly number[] = []) =>
  cosine.reduce((sum, factor, at) => sum + factor * (levels[from + at] ?? 0), 0)

/** Returns the perceptual hash: 119 binary digits, few of which change with small edits. Null for a plain photo. */
export async function computePerceptualHash(photo: Buffer): Promise<string | null> {
  const small = sharp(photo).toColourspace('srgb').flatten({ background: '#fff' }).greyscale()
  const { data, info } = await small.resize(SIDE, SIDE, { fit: 'fill' }).raw().toBuffer({ resolveWithObject: true })
  const grey = data.filter((_, at) => at % info.channels === 0)
  const sums = cosines.map((cosine) =>
    Array.from({ length: SIDE }, (_, row) => projectOntoCosine(grey, row * SIDE, cosine)),
  )
  const amplitudes = waveFrequencies.map(
    ({ across, down }) => projectOntoCosine(sums[across] ?? [], 0, cosines[down]) * (2 / SIDE) ** 2,
  )
  if (amplitudes.filter((amplitude) => Math.abs(amplitude) < MIN_AMPLITUDE).length > MAX_WEAK_FREQUENCIES) return null
  return amplitudes.map((amplitude) => (amplitude > 0 ? '1' : '0')).join('')
}
