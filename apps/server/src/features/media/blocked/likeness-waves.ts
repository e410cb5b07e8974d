// What is known of likenesses without a picture at hand. docs/decisions/0058-photos-taken-down-are-known-again.md

/** Waves that go round so often across and down together; those of 0 say how bright the whole is, and are left out. */
export const FASTEST = 14

/** Digits in which likenesses of one picture differ at most. */
export const MOST_DIFFERENT = 24

type Wave = { across: number; down: number }

/** The waves that a likeness has a digit of, in their order. */
export const waves: readonly Wave[] = Array.from({ length: FASTEST }, (_, at) => at + 1).flatMap((sum) =>
  Array.from({ length: sum + 1 }, (_unused, across) => ({ across, down: sum - across })),
)
const places = new Map(waves.map(({ across, down }, at) => [`${across} ${down}`, at]))

/** The likeness and those of the same photo mirrored and turned by right angles: eight. */
export function everyWayUp(likeness: string): string[] {
  const turned = (isSwapped: boolean, isMirrored: boolean, isUpended: boolean) =>
    waves.map(({ across, down }) => {
      const digit = likeness[places.get(isSwapped ? `${down} ${across}` : `${across} ${down}`) ?? 0]
      // A wave that goes round half a time too many is its own opposite in a mirror.
      const isOpposite = (isMirrored && across % 2 === 1) !== (isUpended && down % 2 === 1)
      return isOpposite ? (digit === '1' ? '0' : '1') : digit
    })
  const both = [false, true]
  return both.flatMap((swap) => both.flatMap((mirror) => both.map((upend) => turned(swap, mirror, upend).join(''))))
}
