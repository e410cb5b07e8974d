import type { Face } from './face.ts'

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
const emoji = /^\p{RGI_Emoji}$/v
const VARIATION = /[\u{FE0E}\u{FE0F}]/gu
// As it is written without saying that it is meant as a picture.
const asPicture = (letter: string) => `${letter}\u{FE0F}`

/** The letters of a text as a reader counts them. */
export const lettersOf = (text: string): string[] => Array.from(graphemes.segment(text), ({ segment }) => segment)

// Of flags of countries and their parts, and of keys of a telephone, there are no drawings (Noto Emoji has them apart).
const undrawnEmoji = /^(?:\p{RI}\p{RI}|.*\u20E3|.*\u{E007F})$/u

/** Whether a letter is a picture of its own that can be drawn. What a face has is a letter: digits and ©. */
export const isEmoji = (letter: string, face: Face) =>
  glyphOf(letter, face) === null && !undrawnEmoji.test(letter) && (emoji.test(letter) || emoji.test(asPicture(letter)))

/** The letter itself, without the mark that asks for it as text or as a picture. */
const plain = (letter: string) => letter.replace(VARIATION, '')

/** One letter to the face: what is put together of several is none to it. */
export const glyphOf = (letter: string, face: Face): string | null => {
  const one = plain(letter)
  return Array.from(one).length === 1 && face.has(one) ? one : null
}

/** What neither the face nor a picture can show of a text, each letter once. */
export function undrawn(text: string, face: Face): string[] {
  const missing = lettersOf(text).filter(
    (letter) => !/^\s+$/u.test(letter) && glyphOf(letter, face) === null && !isEmoji(letter, face),
  )
  return [...new Set(missing)]
}
