import {
  filterWordLimits,
  foldFilterWord,
  isOneWord,
  minFilterWordLength,
} from '@pawtrait/contract/text/filter-word.ts'

export type FilterWordError = 'empty' | 'several' | 'short' | 'long' | 'known' | 'many'

/** Returns the typed filter word, normalised as on the server, or the reason why it is invalid. */
export function parseFilterWord(
  typed: string,
  words: readonly string[],
): { word: string; fault: null } | { word: null; fault: FilterWordError } {
  const word = foldFilterWord(typed)
  const fault = findError(word, words)
  return fault ? { word: null, fault } : { word, fault: null }
}

function findError(word: string, words: readonly string[]): FilterWordError | null {
  if (word === '') return 'empty'
  if (!isOneWord(word)) return 'several'
  if (word.length < minFilterWordLength(word)) return 'short'
  if (word.length > filterWordLimits.longest) return 'long'
  if (words.includes(word)) return 'known'
  return words.length >= filterWordLimits.words ? 'many' : null
}
