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
}

// What the index holds: one, two or three letters (`search_keys`).
const MOST_LETTERS = 3
// Each costs a look into the index; what has these parts and not the whole term is read in vain.
const PARTS = 5

/** No part twice, if there are enough: from the beginning to the end of the term in even steps. */
function partsOf(letters: readonly string[]): string[] {
  const size = Math.min(letters.length, MOST_LETTERS)
  const starts = letters.slice(0, letters.length - size + 1)
  const parts = [...new Set(starts.map((_, at) => letters.slice(at, at + size).join('')))]
  return Array.from({ length: PARTS }, (_, nth) => parts[Math.round((nth * (parts.length - 1)) / (PARTS - 1))] ?? '')
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
  }
}
