import * as v from 'valibot'
import { countGraphemes } from './graphemes.ts'

// Directional embeddings and isolates can reorder the text around them. Zero-width characters can hide words from
// search.
const hiding = /[\u200B\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFEFF]/g
// Persian words need U+200C, and Hebrew punctuation needs the direction marks. Names need none of these characters, but
// U+200D is allowed in names, because it joins emoji.
const notInNames = /[\u200C\u200E\u200F]/g
const controls = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F]/g
// NFC takes quadratic time to sort combining marks. No language has more than 30 marks per letter (UAX 15, stream-safe
// text).
const endlessMarks = /(\p{M}{30})\p{M}+/gu
const MAX_STACKED_MARKS = 4
const markRuns = /[\p{M}\u200C-\u200F]{5,}/gu

// Matches a visible character. Excludes fillers, joiners, tags, blank symbols, and marks without a base letter.
const visibleCharacter = /[^\p{Default_Ignorable_Code_Point}\p{White_Space}\p{Cc}\p{Cf}\p{M}\u2800\u{1D159}]/u

/**
 * Returns free text as it is stored: well-formed, NFC, trimmed, with at most four combining marks above or below a
 * letter. A text without a visible character becomes empty.
 */
export const cleanText = (text: string) =>
  emptyIfInvisible(removeHiddenCharacters(text).replace(markRuns, limitStackedMarks))

/**
 * Cleans a name like `cleanText`. Also removes U+200C and direction marks, because a name could use them to imitate
 * another name.
 */
const cleanName = (text: string) => cleanText(removeHiddenCharacters(text).replace(notInNames, ''))

const emptyIfInvisible = (text: string) => (visibleCharacter.test(text) ? text : '')

const removeHiddenCharacters = (text: string) =>
  text
    .toWellFormed()
    .replace(endlessMarks, '$1')
    .normalize('NFC')
    .replace(/\r\n?/g, '\n')
    .replace(controls, '')
    .replace(hiding, '')
    .trim()

/**
 * Removes combining marks that would overlap neighbouring lines. Keeps vowel signs: in Burmese, a letter can have five
 * marks.
 */
function limitStackedMarks(marks: string): string {
  let stacked = 0
  return Array.from(marks, (mark) => (isStackedMark(mark) && ++stacked > MAX_STACKED_MARKS ? '' : mark)).join('')
}

/**
 * Whether several marks of this kind can stack above or below a letter. Vowel signs cannot stack: their combining class
 * is 0. The test uses NFD, which moves marks with a class above 0 before U+0345, the mark with the highest class.
 */
const isStackedMark = (mark: string) =>
  /^\p{M}$/u.test(mark) &&
  (mark === '\u0345' || /\p{Script=Inherited}/u.test(mark) || !`\u0345${mark}`.normalize('NFD').startsWith('\u0345'))

/** Maximum lengths of texts, in graphemes. */
export const textLimits = { caption: 2200, alt: 1500, place: 60, comment: 2200 } as const

/** Schema of a text with 0 to `most` graphemes after cleaning. Line breaks are kept. */
export const Text = (most: number, clean = cleanText) =>
  v.pipe(
    v.string(),
    // Refuses a huge text before counting its graphemes. The longest emoji has 15 code units.
    v.maxLength(most * 16, `At most ${most} characters.`),
    v.transform(clean),
    v.check((text) => countGraphemes(text, most) <= most, `At most ${most} characters.`),
  )

/** Schema of a single line with 1 to `most` graphemes after cleaning. */
export const SingleLineText = (most: number, missing = 'Fill this in.', clean = cleanText) =>
  v.pipe(
    Text(most, clean),
    v.transform((text) => text.replace(/\s+/g, ' ')),
    v.minLength(1, missing),
  )

/**
 * Schema of a person's name: a single line. Removes invisible characters with which a name could imitate another name.
 */
export const NameText = (most: number, missing: string) => SingleLineText(most, missing, cleanName)
