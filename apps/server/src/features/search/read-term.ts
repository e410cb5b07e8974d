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
  /** LIKE pattern of texts that begin with the term. */
  starts: string
  /** LIKE patterns of texts that match; any of them will do. */
  matches: string[]
}

const literally = (text: string) => text.replace(/[\\%_]/g, (sign) => `\\${sign}`)

// Three letters in a row, or the beginning of a word inside the term.
const anywhere = /[\p{L}\p{N}]{3}|[^\p{L}\p{N}][\p{L}\p{N}]/u

/**
 * What the index can look up is found anywhere in a text; one or two letters only where a word begins:
 * the index holds threes of letters, and knows fewer by the blanks before them.
 * Undefined when there is no letter or digit to look for.
 */
export function termOf(plain: string): Term | undefined {
  if (!/[\p{L}\p{N}]/u.test(plain)) return undefined
  const term = literally(plain)
  const matches = anywhere.test(plain) ? [`%${term}%`] : [`${term}%`, `% ${term}%`]
  return { plain, starts: `${term}%`, matches }
}
