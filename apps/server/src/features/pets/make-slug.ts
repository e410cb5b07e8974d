import { randomInt } from 'node:crypto'

// Leaves out letters and digits that look alike, because people read slugs aloud and type them from posters.
const slugCharacters = 'abcdefghjkmnpqrstuvwxyz23456789'
const SUFFIX_LENGTH = 4
const MAX_LENGTH = 40

// Letters that Unicode normalisation does not decompose, with their ASCII spelling.
const asciiSpellings: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
}

/** Converts a name to ASCII letters, digits and hyphens, at most 40 characters. The result can be empty. */
export const toAsciiName = (name: string) =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[ßæœøłđðþı]/g, (letter) => asciiSpellings[letter] ?? '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_LENGTH)
    .replace(/^-|-$/g, '')

/** Returns a slug for a new pet: the name, or the species if no ASCII is left, and four random characters. */
export function makeSlug(name: string, species: string): string {
  const suffix = Array.from({ length: SUFFIX_LENGTH }, () => slugCharacters[randomInt(slugCharacters.length)]).join('')
  return `${toAsciiName(name) || species}-${suffix}`
}
