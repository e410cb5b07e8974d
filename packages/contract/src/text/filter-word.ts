import { foldText } from './fold-text.ts'

/**
 * Limits of the words by which users hide animals. `typed` and `longest`: characters of a word before and after
 * folding. `words`: number of words.
 */
export const filterWordLimits = { typed: 60, longest: 30, words: 30 } as const

/** Returns a typed word in the form in which it is stored and compared with names of breeds. */
export const foldFilterWord = (typed: string) => foldText(typed.trim())

export const isOneWord = (word: string) => /^[\p{L}\p{M}\p{N}]*$/u.test(word)

/**
 * Returns the minimum length of a folded word. A shorter word would hide most animals. Scripts with capitals need three
 * letters. Other scripts need one or two, because Chinese, Korean or Thai words for animals are so short.
 */
export function minFilterWordLength(word: string): number {
  if (/\p{Script=Han}/u.test(word)) return 1
  return word.toUpperCase() === word ? 2 : 3
}
