// Constants and functions of the perceptual hash that need no pixels. See
// docs/decisions/0058-perceptual-hash-of-taken-down-photos.md

/** Highest sum of horizontal and vertical frequency of a wave. Frequency 0 (the mean brightness) is excluded. */
export const MAX_FREQUENCY_SUM = 14

/** Largest Hamming distance at which two perceptual hashes count as the same picture. */
export const MAX_PERCEPTUAL_HASH_DISTANCE = 24

type Frequency = { across: number; down: number }

/** Frequencies of the cosine waves. Each wave yields one digit of the perceptual hash, in this order. */
export const waveFrequencies: readonly Frequency[] = Array.from(
  { length: MAX_FREQUENCY_SUM },
  (_, at) => at + 1,
).flatMap((sum) => Array.from({ length: sum + 1 }, (_unused, across) => ({ across, down: sum - across })))
const indexByFrequency = new Map(waveFrequencies.map(({ across, down }, at) => [`${across} ${down}`, at]))

/** Returns the perceptual hashes of the photo's eight orientations: rotated by right angles, and mirrored. */
export function computeOrientationHashes(likeness: string): string[] {
  const reorientHash = (isSwapped: boolean, isMirrored: boolean, isUpended: boolean) =>
    waveFrequencies.map(({ across, down }) => {
      const digit = likeness[indexByFrequency.get(isSwapped ? `${down} ${across}` : `${across} ${down}`) ?? 0]
      // Mirroring changes the sign of every wave with an odd frequency, and thus its digit in the hash.
      const isOpposite = (isMirrored && across % 2 === 1) !== (isUpended && down % 2 === 1)
      return isOpposite ? (digit === '1' ? '0' : '1') : digit
    })
  const booleans = [false, true]
  return booleans.flatMap((swap) =>
    booleans.flatMap((mirror) => booleans.map((upend) => reorientHash(swap, mirror, upend).join(''))),
  )
}
