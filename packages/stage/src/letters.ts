import type { Face } from './face.ts'

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
const emoji = /^\p{RGI_Emoji}$/v
const VARIATION = /[\u{FE0E}\u{FE0F}]/gu
// With the variation selector for emoji style.
const asPicture = (letter: string) => `${letter}\u{FE0F}`

/** Grapheme clusters of a text. */
export const lettersOf = (text: string): string[] => Array.from(graphemes.segment(text), ({ segment }) => segment)

// Flags and keycaps have no drawings: Noto Emoji ships them separately.
const undrawnEmoji = /^(?:\p{RI}\p{RI}|.*\u20E3|.*\u{E007F})$/u

/** Whether a letter is drawn as an emoji. Characters in the typeface, such as digits and ©, count as letters. */
export const isEmoji = (letter: string, face: Face) =>
  glyphOf(letter, face) === null && !undrawnEmoji.test(letter) && (emoji.test(letter) || emoji.test(asPicture(letter)))

/** Removes the variation selectors for text and emoji style. */
const plain = (letter: string) => letter.replace(VARIATION, '')

/** The single code point that the typeface can draw; null for sequences and missing glyphs. */
export const glyphOf = (letter: string, face: Face): string | null => {
  const single = plain(letter)
  return Array.from(single).length === 1 && face.has(single) ? single : null
}

/** Letters that neither the typeface nor an emoji can show, each once. */
export function lettersWithoutGlyph(text: string, face: Face): string[] {
  const missing = lettersOf(text).filter(
    (letter) => !/^\s+$/u.test(letter) && glyphOf(letter, face) === null && !isEmoji(letter, face),
  )
  return [...new Set(missing)]
}
