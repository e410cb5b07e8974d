const MOST_WORDS = 30 // same limit as in packages/contract/src/blocks.ts
const SHORTEST = 3
const LONGEST = 30

export type FilterWordError = 'empty' | 'several' | 'short' | 'long' | 'known' | 'many'

/** Returns the typed filter word, normalised as on the server, or the reason why it is invalid. */
export function parseFilterWord(
  typed: string,
  words: readonly string[],
): { word: string; fault: null } | { word: null; fault: FilterWordError } {
  const word = typed.normalize('NFD').replace(/\p{M}/gu, '').trim().toLowerCase()
  const fault = faultOf(word, words)
  return fault ? { word: null, fault } : { word, fault: null }
}

function faultOf(word: string, words: readonly string[]): FilterWordError | null {
  if (word === '') return 'empty'
  if (!/^[\p{L}\p{N}]*$/u.test(word)) return 'several'
  if (word.length < SHORTEST) return 'short'
  if (word.length > LONGEST) return 'long'
  if (words.includes(word)) return 'known'
  return words.length >= MOST_WORDS ? 'many' : null
}
