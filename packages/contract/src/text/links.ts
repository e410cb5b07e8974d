import { wordBoundaryBefore } from './word-boundaries.ts'

// Punctuation outside ASCII ends a URL, because scripts with such punctuation have no space after a URL. Invisible
// characters also end a URL, because they could disguise it as another URL.
const ends = '(?![\\x00-\\x7F’])[\\p{Term}\\p{QMark}\\p{Ps}\\p{Pe}…]'

/** Matches an http(s) URL in a text, including ASCII punctuation at its end. */
export const urlPattern = new RegExp(`${wordBoundaryBefore()}https?:\\/\\/(?:(?!${ends})[^\\s\\p{C}<>"])+`, 'giu')
