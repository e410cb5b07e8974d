/** Source of a regular expression: a letter, mark, digit or `_` of any script. */
export const word = '[\\p{L}\\p{M}\\p{N}_]'

// Scripts that put no space between words, and Korean, where particles follow a name at once.
const scripts = ['Han', 'Hiragana', 'Katakana', 'Hangul', 'Thai', 'Lao', 'Khmer', 'Myanmar', 'Tibetan']
const unspaced = `[${scripts.map((script) => `\\p{scx=${script}}`).join('')}]`

/**
 * Sources of a look-behind and a look-ahead: a tag, mention or address may not touch a word, unless the word's script
 * puts no space there. `signs`: further characters that may not be there.
 */
export const mayPrecede = (signs = '') => `(?:(?<![\\p{L}\\p{M}\\p{N}_${signs}])|(?<=${unspaced}))`
export const mayFollow = (signs = '') => `(?!(?!${unspaced})[\\p{L}\\p{M}\\p{N}_${signs}])`
