import { foldText } from './fold-text.ts'

/**
 * Limits of the words by which users hide animals. `typed`: maximum characters of a word before folding. `longest`:
 * maximum characters after folding. `words`: maximum number of words.
 */
export const filterWordLimits = { typed: 60, longest: 30, words: 30 } as const

/** Returns a typed word in the form in which it is stored and compared with names of breeds. */
export const foldFilterWord = (typed: string) => foldText(typed.trim())

export const isOneWord = (word: string) => /^[\p{L}\p{M}\p{N}]*$/u.test(word)

/**
 * Returns the minimum length of a folded word, because a shorter word would hide most animals. The minimum is 1 with
 * Han characters, 2 in other scripts without capitals, and 3 in scripts with capitals. Words for animals are that short
 * in Chinese, Korean or Thai.
 */
export function minFilterWordLength(word: string): number {
  if (/\p{Script=Han}/u.test(word)) return 1
  return word.toUpperCase() === word ? 2 : 3
}
