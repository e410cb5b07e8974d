// Unicode ranges of right-to-left scripts: Hebrew to Arabic Extended-A, presentation forms, and scripts beyond the
// Basic Multilingual Plane. Ranges take fewer bytes than script names, and every page loads this file.
const rightToLeft = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u

/**
 * Returns a text for insertion into a sentence. Puts a text with right-to-left letters between bidi isolates (U+2068
 * and U+2069). Without them, the text would reorder the words and numbers around it.
 */
export const isolateBidi = (text: string): string =>
  rightToLeft.test(text) && !text.includes('\u2068') ? `\u2068${text}\u2069` : text
