/**
 * Returns the canonical form of a zip code (a log-in secret). Ignores spaces, hyphens and case, so "SW1A 1AA" equals
 * "sw1a1aa".
 */
export const canonicaliseZipCode = (typed: string) =>
  typed
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\s\p{Pd}]/gu, '')

// Zip codes that are easy to guess: simple codes, and those of Kenya's largest towns and Nairobi's larger post offices.
// Looked up on 2026-11-29: citimuzik.com/2024/01/nairobi-postal-code.html,
// nairobipostalcodes.org/postal-codes-in-kenya, jua-kenya.com/postal-code-of-machakos-town.
const guessable = new Set([
  ...['100', '00000', '12345', '00100', '00200', '00202', '00501', '00502', '00509', '00601', '00603', '00610'],
  ...['01000', '10100', '20100', '30100', '40100', '50100', '80100', '90100'],
])

/** Whether a zip code is easy to guess, because a stranger would try it first. */
export const isGuessableZipCode = (typed: string) => guessable.has(canonicaliseZipCode(typed))
