// A pasted name may contain invisible characters.
const invisible = /[\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFEFF]/g

/**
 * Returns the look-up form of a typed username or e-mail address: in lower case, without invisible characters, outer
 * spaces and a leading `@`. Replaces NUL and lone surrogates.
 */
export const canonicaliseIdentifier = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll('\0', '\uFFFD') // PostgreSQL cannot store NUL in a text
    .replace(invisible, '')
    .trim()
    .replace(/^@/, '')
    .toLowerCase()
