import * as v from 'valibot'
import { countGraphemes } from './graphemes.ts'

// Directional embeddings and isolates can reorder the text around them. Zero-width characters hide words from search.
const hiding = /[\u200B\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFEFF]/g
// Persian words need U+200C, and punctuation in Hebrew needs the direction marks. Names need none of these characters.
// Names may contain U+200D, which joins emoji.
const notInNames = /[\u200C\u200E\u200F]/g
const controls = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F]/g
// NFC sorts combining marks in quadratic time. No language has more than 30 per letter (UAX 15, stream-safe text).
const endlessMarks = /(\p{M}{30})\p{M}+/gu
const MOST_STACKED_MARKS = 4
const markRuns = /[\p{M}\u200C-\u200F]{5,}/gu

// A visible character. Excludes fillers, joiners, tags, marks without a base and blank symbols.
const visibleCharacter = /[^\p{Default_Ignorable_Code_Point}\p{White_Space}\p{Cc}\p{Cf}\p{M}\u2800\u{1D159}]/u

/**
 * Returns free text as it is stored: well-formed, NFC, trimmed, at most four marks above or below a letter. Text
 * without a visible character becomes empty.
 */
export const cleanText = (text: string) => orEmpty(withoutHiding(text).replace(markRuns, withoutTower))

/** Like `cleanText`, but also removes U+200C and direction marks, with which a name could imitate another. */
const cleanName = (text: string) => cleanText(withoutHiding(text).replace(notInNames, ''))

const orEmpty = (text: string) => (visibleCharacter.test(text) ? text : '')

const withoutHiding = (text: string) =>
  text
    .toWellFormed()
    .replace(endlessMarks, '$1')
    .normalize('NFC')
    .replace(/\r\n?/g, '\n')
    .replace(controls, '')
    .replace(hiding, '')
    .trim()

/** Removes marks that would overlap neighbouring lines, but no vowel signs: Burmese has five marks on a letter. */
function withoutTower(marks: string): string {
  let stacked = 0
  return Array.from(marks, (mark) => (isStackedMark(mark) && ++stacked > MOST_STACKED_MARKS ? '' : mark)).join('')
}

/**
 * Whether a letter can have many of this mark above or below it. Vowel signs cannot stack; their combining class is 0.
 * NFD moves only marks with a class above 0 before U+0345, which has the highest class.
 */
const isStackedMark = (mark: string) =>
  /^\p{M}$/u.test(mark) &&
  (mark === '\u0345' || /\p{Script=Inherited}/u.test(mark) || !`\u0345${mark}`.normalize('NFD').startsWith('\u0345'))

/** Limits of texts, in graphemes. */
export const textLimits = { caption: 2200, alt: 1500, place: 60, comment: 2200 } as const

/** Schema of a text of 0 to `most` graphemes after cleaning; line breaks are kept. */
export const Text = (most: number, clean = cleanText) =>
  v.pipe(
    v.string(),
    // A quick check before the graphemes of a huge text are counted. The longest emoji has 15 code units.
    v.maxLength(most * 16, `At most ${most} characters.`),
    v.transform(clean),
    v.check((text) => countGraphemes(text, most) <= most, `At most ${most} characters.`),
  )

/** Schema of one line of 1 to `most` graphemes after cleaning. */
export const SingleLineText = (most: number, missing = 'Fill this in.', clean = cleanText) =>
  v.pipe(
    Text(most, clean),
    v.transform((text) => text.replace(/\s+/g, ' ')),
    v.minLength(1, missing),
  )

/** Schema of a person's name: a single line without the invisible characters that could imitate another name. */
export const NameText = (most: number, missing: string) => SingleLineText(most, missing, cleanName)
