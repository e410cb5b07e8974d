import * as v from 'valibot'

// Bidirectional controls and zero-width characters can hide or reorder text. U+200D stays because emoji families need
// it.
const invisible = /[\u200B\u200C\u200E\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFEFF]/g
const controls = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F]/g
// More than four combining marks on one base overlap neighbouring lines.
const zalgo = /(\p{M}{4})\p{M}+/gu
// NFC sorts combining marks in quadratic time. No language has more than 30 per letter (UAX 15, stream-safe text).
const endlessMarks = /(\p{M}{30})\p{M}+/gu

// A visible character. Excludes fillers, joiners, tags, marks without a base and blank symbols.
const visibleCharacter = /[^\p{Default_Ignorable_Code_Point}\p{White_Space}\p{Cc}\p{Cf}\p{M}\u2800\u{1D159}]/u

/**
 * Returns text as it is stored: well-formed, NFC, trimmed, at most four combining marks per letter. Text without a
 * visible character becomes empty.
 */
export const cleanText = (text: string) => {
  const clean = withoutInvisible(text)
  return visibleCharacter.test(clean) ? clean : ''
}

const withoutInvisible = (text: string) =>
  text
    .toWellFormed()
    .replace(endlessMarks, '$1')
    .normalize('NFC')
    .replace(/\r\n?/g, '\n')
    .replace(controls, '')
    .replace(invisible, '')
    .replace(zalgo, '$1')
    .trim()

/** Limits of texts, in graphemes. */
export const textLimits = { caption: 2200, alt: 1500, place: 60, comment: 2200 } as const

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Counts graphemes. Stops counting above `most`. */
export function countGraphemes(text: string, most = 10_000): number {
  if (text.length <= 1) return text.length
  let count = 0
  for (const _ of graphemes.segment(text)) if (++count > most) break
  return count
}

/** Schema of a text of 0 to `most` graphemes after cleaning; line breaks are kept. */
export const Text = (most: number) =>
  v.pipe(
    v.string(),
    // A quick check before the graphemes of a huge text are counted. The longest emoji has 15 code units.
    v.maxLength(most * 16, `At most ${most} characters.`),
    v.transform(cleanText),
    v.check((text) => countGraphemes(text, most) <= most, `At most ${most} characters.`),
  )

/** Schema of one line of 1 to `most` graphemes after cleaning. */
export const SingleLineText = (most: number, missing = 'Fill this in.') =>
  v.pipe(
    Text(most),
    v.transform((text) => text.replace(/\s+/g, ' ')),
    v.minLength(1, missing),
  )
