import { randomInt } from 'node:crypto'

// Without letters and digits that are mistaken for each other: a slug is read aloud and typed from posters.
const letters = 'abcdefghjkmnpqrstuvwxyz23456789'
const TAIL = 4
const MOST = 40

// Letters that do not come apart into a base letter and marks.
const spelled: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i' }

/** A name in ASCII letters, digits and hyphens, at most 40; empty when none are left. */
export const plainName = (name: string) =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[ßæœøłđðþı]/g, (letter) => spelled[letter] ?? '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, MOST)
    .replace(/^-|-$/g, '')

/** The address of a new pet: its name (or its species, when the name has no Latin letter) and four random letters. */
export function makeSlug(name: string, species: string): string {
  const tail = Array.from({ length: TAIL }, () => letters[randomInt(letters.length)]).join('')
  return `${plainName(name) || species}-${tail}`
}
