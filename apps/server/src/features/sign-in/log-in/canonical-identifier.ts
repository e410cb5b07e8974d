/** A typed username or address as accounts are found by; what nobody can have becomes something nobody has. */
export const canonicalIdentifier = (typed: string): string =>
  typed
    .toWellFormed()
    .replaceAll('\0', '\uFFFD') // PostgreSQL text holds no NUL
    .trim()
    .replace(/^@/, '')
    .toLowerCase()
