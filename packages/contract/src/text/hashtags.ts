import { wordBoundaryBefore, wordCharacter } from './word-boundaries.ts'

// Signs that do not end a hashtag when a letter follows (UAX 31, medial characters). They are joiners, middle dots, the
// Tibetan tsheg, geresh and gershayim. `inside` adds the apostrophe of "ng’ombe", but not of "Luna’s".
const signs = '\\u00B7\\u05F3\\u05F4\\u0F0B\\u200C\\u200D\\u2027\\u30A0\\u30FB\\uFF65'
const inside = `(?:[${signs}]|’(?!s(?!${wordCharacter})))(?=[\\p{L}\\p{N}_])`

/** Matches a hashtag in a text: letters, digits and `_` of any script. At least one character is not a digit. */
export const hashtagPattern = new RegExp(
  `${wordBoundaryBefore('&/#＃')}[#＃](?=[\\p{N}_]*[\\p{L}_])` +
    `([\\p{L}\\p{N}_](?:${wordCharacter}|${inside}){0,99})(?!${wordCharacter})`,
  'giu',
)

const MAX_TAGS = 30

/**
 * Returns a tag as it is stored and used in paths: lower case, NFKC, without the # sign. The capital İ becomes an i.
 */
export const normaliseTag = (tag: string) =>
  tag.normalize('NFKC').toLowerCase().replaceAll('i\u0307', 'i').normalize('NFC')

/** Returns the hashtags of a text without duplicates, in order, at most 30. */
export const findHashtags = (text: string): string[] =>
  [...new Set([...text.matchAll(hashtagPattern)].map(([, tag = '']) => normaliseTag(tag)))].slice(0, MAX_TAGS)
