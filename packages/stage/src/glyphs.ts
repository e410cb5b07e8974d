import { splitGraphemes } from '@pawtrait/contract/text/graphemes.ts'
import type { Typeface } from './typeface.ts'

const emoji = /^\p{RGI_Emoji}$/v
const VARIATION = /[\u{FE0E}\u{FE0F}]/gu
// Adds the variation selector that requests emoji style.
const asPicture = (letter: string) => `${letter}\u{FE0F}`

// Emoji for which we have no drawing: flags and keycaps, which Noto Emoji publishes separately.
const undrawnEmoji = /^(?:\p{RI}\p{RI}|.*\u20E3|.*\u{E007F})$/u

/** Returns whether a character is drawn as an emoji. Characters in the typeface, such as digits and ©, are not. */
export const isEmoji = (letter: string, face: Typeface) =>
  findGlyph(letter, face) === null &&
  !undrawnEmoji.test(letter) &&
  (emoji.test(letter) || emoji.test(asPicture(letter)))

/** Removes variation selectors, which request text style or emoji style for a character. */
const plain = (letter: string) => letter.replace(VARIATION, '')

/** Returns the character as a single code point of the typeface. Returns null for a sequence or a missing glyph. */
export const findGlyph = (letter: string, face: Typeface): string | null => {
  const single = plain(letter)
  return Array.from(single).length === 1 && face.has(single) ? single : null
}

/** Returns the characters of a text that are neither in the typeface nor emoji, without duplicates. */
export function findMissingGlyphs(text: string, face: Typeface): string[] {
  const missing = splitGraphemes(text).filter(
    (letter) => !/^\s+$/u.test(letter) && findGlyph(letter, face) === null && !isEmoji(letter, face),
  )
  return [...new Set(missing)]
}
