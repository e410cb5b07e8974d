import { mayPrecede } from './word-ends.ts'

// Punctuation of other scripts ends an address at once, for such a text writes no space after it. Invisible characters
// end it because they could disguise it as another address.
const ends = '(?![\\x00-\\x7F’])[\\p{Term}\\p{QMark}\\p{Ps}\\p{Pe}…]'

/** An http(s) address in a text, still with the punctuation at its end. */
export const addressPattern = new RegExp(`${mayPrecede()}https?:\\/\\/(?:(?!${ends})[^\\s\\p{C}<>"])+`, 'giu')
