import { foldText } from './fold-text.ts'

/** Limits of the words that hide animals, in letters. */
export const filterWordLimits = { typed: 60, longest: 30, words: 30 } as const

/** Returns a typed word as it is stored and compared with the names of breeds. */
export const foldFilterWord = (typed: string) => foldText(typed.trim())

export const isOneWord = (word: string) => /^[\p{L}\p{M}\p{N}]*$/u.test(word)

/**
 * Returns the minimum length of a folded word; a shorter word would hide most animals. Scripts with capitals need three
 * letters. Other scripts need one or two, because a Chinese, Korean or Thai word for an animal has so few.
 */
export function minFilterWordLength(word: string): number {
  if (/\p{Script=Han}/u.test(word)) return 1
  return word.toUpperCase() === word ? 2 : 3
}
