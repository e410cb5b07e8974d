/** Source of a regular expression: a letter, mark, digit or `_` of any script. */
export const wordCharacter = '[\\p{L}\\p{M}\\p{N}_]'

// Scripts that put no space between words, and Korean, in which particles follow a name without a space.
const scripts = ['Han', 'Hiragana', 'Katakana', 'Hangul', 'Thai', 'Lao', 'Khmer', 'Myanmar', 'Tibetan']
const unspaced = `[${scripts.map((script) => `\\p{scx=${script}}`).join('')}]`

/**
 * Sources of a look-behind and a look-ahead for tags, mentions and URLs. A word may not touch them, unless its script
 * writes no spaces. `signs`: further characters that may not touch them.
 */
export const wordBoundaryBefore = (signs = '') => `(?:(?<![\\p{L}\\p{M}\\p{N}_${signs}])|(?<=${unspaced}))`
export const wordBoundaryAfter = (signs = '') => `(?!(?!${unspaced})[\\p{L}\\p{M}\\p{N}_${signs}])`
