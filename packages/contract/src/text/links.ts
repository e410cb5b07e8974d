import { wordBoundaryBefore } from './word-boundaries.ts'

// Punctuation outside ASCII ends a URL, because texts in such scripts have no space after a URL. Invisible characters
// end it too, because they could disguise it as another URL.
const ends = '(?![\\x00-\\x7F’])[\\p{Term}\\p{QMark}\\p{Ps}\\p{Pe}…]'

/** An http(s) URL in a text, including any ASCII punctuation at its end. */
export const urlPattern = new RegExp(`${wordBoundaryBefore()}https?:\\/\\/(?:(?!${ends})[^\\s\\p{C}<>"])+`, 'giu')
