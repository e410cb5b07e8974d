import type { Typeface } from './typeface.ts'

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
const emoji = /^\p{RGI_Emoji}$/v
const VARIATION = /[\u{FE0E}\u{FE0F}]/gu
// The letter with the variation selector for emoji style.
const asPicture = (letter: string) => `${letter}\u{FE0F}`

/** Returns the grapheme clusters of a text. */
export const splitLetters = (text: string): string[] => Array.from(graphemes.segment(text), ({ segment }) => segment)

// Emoji without a drawing: Noto Emoji ships flags and keycaps separately.
const undrawnEmoji = /^(?:\p{RI}\p{RI}|.*\u20E3|.*\u{E007F})$/u

/** Whether a letter is drawn as an emoji. Characters in the typeface, such as digits and ©, count as letters. */
export const isEmoji = (letter: string, face: Typeface) =>
  findGlyph(letter, face) === null &&
  !undrawnEmoji.test(letter) &&
  (emoji.test(letter) || emoji.test(asPicture(letter)))

/** Removes the variation selectors for text and emoji style. */
const plain = (letter: string) => letter.replace(VARIATION, '')

/** Returns the single code point that the typeface can draw; null for sequences and missing glyphs. */
export const findGlyph = (letter: string, face: Typeface): string | null => {
  const single = plain(letter)
  return Array.from(single).length === 1 && face.has(single) ? single : null
}

/** Returns the letters that can be drawn neither by the typeface nor as an emoji, each once. */
export function missingGlyphs(text: string, face: Typeface): string[] {
  const missing = splitLetters(text).filter(
    (letter) => !/^\s+$/u.test(letter) && findGlyph(letter, face) === null && !isEmoji(letter, face),
  )
  return [...new Set(missing)]
}
