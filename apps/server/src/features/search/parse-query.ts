import type { SearchHitType } from '@pawtrait/contract/search.ts'
import { cleanText } from '@pawtrait/contract/text/clean-text.ts'

/** A parsed query: the words to find, and the type of hit if the query begins with `@` or `#`. */
export type SearchQuery = { text: string; onlyType: SearchHitType | undefined }

const typeBySign: Record<string, SearchHitType> = { '@': 'user', '#': 'tag' }

export function parseQuery(q: string): SearchQuery {
  const cleanedText = cleanText(q).replace(/\s+/g, ' ')
  const onlyType = typeBySign[cleanedText.charAt(0)]
  return { text: (onlyType ? cleanedText.slice(1) : cleanedText).trim(), onlyType }
}

/** A search term in the database's `plain` form: lower case without accents. */
export type SearchTerm = {
  plain: string
  /** Exclusive upper bound of the index range for texts that begin with the term. */
  end: string
  /** Letter sequences to look up: `SEQUENCE_COUNT` for every term, so one prepared statement serves all terms. */
  anywhere: readonly string[]
  /** Letter sequences for the look-up of texts that begin with the term. */
  beginning: readonly string[]
}

// The index (`search_keys`) contains sequences of one, two or three letters.
const MAX_SEQUENCE_LETTERS = 3
/** Number of letter sequences to look up in the index. Fewer look-ups would return more rows that do not match. */
export const SEQUENCE_COUNT = 5

/** Returns `SEQUENCE_COUNT` letter sequences, evenly spread over the term. Repeats some if the term is short. */
function selectSequences(letters: readonly string[]): string[] {
  const size = Math.min(letters.length, MAX_SEQUENCE_LETTERS)
  const starts = letters.slice(0, letters.length - size + 1)
  const sequences = [...new Set(starts.map((_, at) => letters.slice(at, at + size).join('')))]
  return Array.from(
    { length: SEQUENCE_COUNT },
    (_, nth) => sequences[Math.round((nth * (sequences.length - 1)) / (SEQUENCE_COUNT - 1))] ?? '',
  )
}

/** Returns the term; undefined for a text without letters, such as a text of accents only. */
export function parseTerm(plain: string): SearchTerm | undefined {
  if (plain.trim() === '') return undefined
  const letters = Array.from(plain)
  const [first, ...otherSequences] = selectSequences(letters)
  return {
    plain,
    end: `${plain}\u{10ffff}`,
    anywhere: [`${first}`, ...otherSequences],
    beginning: [`^${first}`, ...otherSequences],
  }
}
