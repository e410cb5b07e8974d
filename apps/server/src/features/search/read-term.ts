import type { HitType } from '@pawtrait/contract/search.ts'
import { cleanText } from '@pawtrait/contract/text.ts'

/** What was typed: the words to find, and the only type they can name, when they begin with `@` or `#`. */
export type Typed = { words: string; only: HitType | undefined }

const signs: Record<string, HitType> = { '@': 'user', '#': 'tag' }

export function readTyped(q: string): Typed {
  const typed = cleanText(q).replace(/\s+/g, ' ')
  const only = signs[typed.charAt(0)]
  return { words: (only ? typed.slice(1) : typed).trim(), only }
}

/** What is looked for, in the form in which the database compares text (`plain`). */
export type Term = {
  plain: string
  /** It begins as a word does. */
  startsWord: boolean
  /** An index of threes of letters can look it up wherever it stands; else that of single letters and pairs. */
  hasThrees: boolean
  /** Its pairs of neighbouring letters, or the one letter that it is: what `short_parts` gives the index. */
  parts: string[]
}

/** Text as a part of a LIKE pattern that stands for itself. */
export const escapeLike = (text: string) => text.replace(/[\\%_]/g, (sign) => `\\${sign}`)

// Three letters in a row, or the beginning of a word inside the term: the index adds blanks before that.
const threes = /[\p{L}\p{N}]{3}|[^\p{L}\p{N}][\p{L}\p{N}]/u

function partsOf(plain: string): string[] {
  const letters = Array.from(plain)
  const pairs = letters.slice(1).map((letter, before) => `${letters[before]}${letter}`)
  return pairs.length > 0 ? [...new Set(pairs)] : letters
}

/** Undefined when nothing is left to look for: blanks, or accents alone. */
export function termOf(plain: string): Term | undefined {
  if (plain.trim() === '') return undefined
  return { plain, startsWord: /^[\p{L}\p{N}]/u.test(plain), hasThrees: threes.test(plain), parts: partsOf(plain) }
}
