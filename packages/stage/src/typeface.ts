/** A typeface. Lengths are in em. */
export type Typeface = {
  ascent: number
  descent: number
  /** Returns whether the typeface has a glyph for this letter. */
  has: (letter: string) => boolean
  advance: (letter: string) => number
  /** Returns the kerning between two letters. A negative value moves the letters closer together. */
  kerning: (left: string, right: string) => number
  /** Returns a letter's outline as path data. `x`, `y` and `em` are in pixels. `y` is the position of the baseline. */
  outline: (letter: string, x: number, y: number, em: number) => string
}

const UNITS = 1000 // units per em, for all lengths in the file

const round = (value: number) => +value.toFixed(2)
// Accented letters have the kerning of their base letter.
const bare = (letter: string) => letter.normalize('NFD').charAt(0)

/**
 * Parses a glyph file, which `tools/make-glyph-files.ts` writes. The first line contains ascent and descent. Each
 * further line contains advance and outline of one letter. After an empty line, each line contains the kerning pairs of
 * one letter.
 */
export function parseTypeface(file: string): Typeface {
  const [head = '', ...lines] = file.split('\n')
  const end = lines.indexOf('')
  const [ascent = 0, descent = 0] = head.split('\t').map(Number)
  const glyphs = new Map(
    lines.slice(0, end).map((line) => {
      const [letter = '', advance = '', steps = ''] = line.split('\t')
      return [letter, { advance: Number(advance), steps }] as const
    }),
  )
  const pairs = new Map(
    lines.slice(end + 1).flatMap((line) => {
      const [left = '', ...rights] = line.split('\t')
      return rights.map((right) => [left + right.charAt(0), Number(right.slice(1))] as const)
    }),
  )
  return {
    ascent: ascent / UNITS,
    descent: descent / UNITS,
    has: (letter) => glyphs.has(letter),
    advance: (letter) => (glyphs.get(letter)?.advance ?? 0) / UNITS,
    kerning: (left, right) => (pairs.get(bare(left) + bare(right)) ?? 0) / UNITS,
    outline: (letter, x, y, em) => {
      const steps = glyphs.get(letter)?.steps
      if (!steps) return ''
      return `M${round(x)} ${round(y)}${steps.replace(/-?\d+/g, (units) => ` ${round((Number(units) * em) / UNITS)}`)}`
    },
  }
}
