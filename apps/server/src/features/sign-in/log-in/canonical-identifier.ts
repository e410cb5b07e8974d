/** Returns the look-up form of a typed username or e-mail address. Characters that no account can have are replaced. */
export const canonicalIdentifier = (typed: string): string =>
  typed
    .toWellFormed()
    .replaceAll('\0', '\uFFFD') // PostgreSQL cannot store NUL in a text
    .trim()
    .replace(/^@/, '')
    .toLowerCase()
