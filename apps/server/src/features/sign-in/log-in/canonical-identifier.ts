/** Canonical form of a typed username or e-mail address for look-ups. Replaces characters that no account can have. */
export const canonicalIdentifier = (typed: string): string =>
  typed
    .toWellFormed()
    .replaceAll('\0', '\uFFFD') // PostgreSQL text holds no NUL
    .trim()
    .replace(/^@/, '')
    .toLowerCase()
