/** Source of a regular expression for a letter, mark, digit or `_` of any script. */
export const wordCharacter = '[\\p{L}\\p{M}\\p{N}_]'

// Scripts without spaces between words, and Korean, where particles follow a name without a space.
const scripts = ['Han', 'Hiragana', 'Katakana', 'Hangul', 'Thai', 'Lao', 'Khmer', 'Myanmar', 'Tibetan']
const unspaced = `[${scripts.map((script) => `\\p{scx=${script}}`).join('')}]`

/**
 * Sources of a look-behind and a look-ahead for the edges of tags, mentions and URLs. They forbid a letter, mark, digit
 * or `_` beside the match. Characters of scripts without spaces between words are allowed. `signs`: more forbidden
 * characters.
 */
export const wordBoundaryBefore = (signs = '') => `(?:(?<![\\p{L}\\p{M}\\p{N}_${signs}])|(?<=${unspaced}))`
export const wordBoundaryAfter = (signs = '') => `(?!(?!${unspaced})[\\p{L}\\p{M}\\p{N}_${signs}])`
