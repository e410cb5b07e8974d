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
  /** Sorts after every text that begins with the term. */
  end: string
  /** Parts of it that the index holds, as many for every term, so that one statement serves all. */
  anywhere: readonly string[]
  /** The same where it begins a text. */
  beginning: readonly string[]
  /** An index of threes of letters can look it up wherever it stands; else that of single letters and pairs. */
  hasThrees: boolean
  /** Its pairs of neighbouring letters, or the one letter that it is: what `short_parts` gives the index. */
  pairs: readonly string[]
}

/** Text as a part of a LIKE pattern that stands for itself. */
export const escapeLike = (text: string) => text.replace(/[\\%_]/g, (sign) => `\\${sign}`)

// Three letters in a row, or the beginning of a word inside the term: the index adds blanks before that.
const threes = /[\p{L}\p{N}]{3}|[^\p{L}\p{N}][\p{L}\p{N}]/u

function pairsOf(letters: readonly string[]): string[] {
  const pairs = letters.slice(1).map((letter, before) => `${letters[before]}${letter}`)
  return pairs.length > 0 ? [...new Set(pairs)] : [...letters]
}

// What the index holds: one, two or three letters (`search_keys`).
const MOST_LETTERS = 3
// Each costs a look into the index; what has these parts and not the whole term is read in vain.
const PARTS = 5

/** From the beginning to the end of the term in even steps; of a short one the same more than once. */
function partsOf(letters: readonly string[]): string[] {
  const size = Math.min(letters.length, MOST_LETTERS)
  const step = (letters.length - size) / (PARTS - 1)
  return Array.from({ length: PARTS }, (_, nth) => {
    const at = Math.round(nth * step)
    return letters.slice(at, at + size).join('')
  })
}

/** Undefined when nothing is left to look for: blanks, or accents alone. */
export function termOf(plain: string): Term | undefined {
  if (plain.trim() === '') return undefined
  const letters = Array.from(plain)
  const [first, ...others] = partsOf(letters)
  return {
    plain,
    end: `${plain}\u{10ffff}`,
    anywhere: [`${first}`, ...others],
    beginning: [`^${first}`, ...others],
    hasThrees: threes.test(plain),
    pairs: pairsOf(letters),
  }
}
