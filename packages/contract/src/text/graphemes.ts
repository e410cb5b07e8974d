const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Counts graphemes. Stops counting at `most` + 1. */
export function countGraphemes(text: string, most = 10_000): number {
  if (text.length <= 1) return text.length
  let count = 0
  for (const _ of graphemes.segment(text)) if (++count > most) break
  return count
}

/** Returns the graphemes of a text. */
export const splitGraphemes = (text: string): string[] => Array.from(graphemes.segment(text), ({ segment }) => segment)

// Letters and emoji that are as wide as two Latin letters. Approximates East Asian Width (UAX 11) without its tables.
const wide = new RegExp(
  '[\\p{Script=Han}\\p{Script=Hangul}\\p{Script=Hiragana}\\p{Script=Katakana}\\u3000-\\u303F\\uFF01-\\uFF60]|' +
    '\\p{Emoji_Presentation}|\\uFE0F',
  'u',
)

const widthOf = (grapheme: string) => (wide.test(grapheme) ? 2 : 1)

/** Returns the longest beginning of a text with at most the width of `width` Latin letters. Never splits a grapheme. */
export function truncateToWidth(text: string, width: number): string {
  let end = 0
  let used = 0
  for (const { segment, index } of graphemes.segment(text)) {
    used += widthOf(segment)
    if (used > width) return text.slice(0, index)
    end = index + segment.length
  }
  return text.slice(0, end)
}

// Maximum distance by which a cut moves back to the last space, in code units. It is the length of a long word. Many
// languages have no spaces, so the last space may be far away.
const LONG_WORD = 20

/** Cuts a text that is wider than `width` Latin letters, and adds an ellipsis. Prefers a space near the limit. */
export function truncateWithEllipsis(text: string, width: number): string {
  const short = truncateToWidth(text, width)
  if (short === text) return text
  const space = short.search(/\s\S*$/u)
  const isNear = space >= Math.max(short.length - LONG_WORD, short.length / 2)
  return `${(isNear ? short.slice(0, space) : short).trimEnd()}…`
}
