import type { UserContext } from '#platform/context.ts'
import { fieldProblem } from '#platform/problem.ts'
import { selectOwnWords } from './credential-queries.ts'

const productWords = ['pawtrait', 'password', 'nenosiri']
// What is left of a password without the words that anybody would try.
const LEAST_LEFT = 6
const LEAST_DIFFERENT = 5
const SHORTEST_WORD = 4

let list: Promise<ReadonlySet<string>> | undefined

/** Loaded when the first password is set: most processes never need it. */
const commonPasswords = () => {
  list ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set([...dictionary['passwords-common'], ...dictionary['diceware-common']]),
  )
  return list
}

const plain = (text: string) => text.normalize('NFKC').toLowerCase()
const withoutEnds = (text: string) => text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')

/** The part that repeats, if the text is nothing else. */
const repeated = (text: string) => /^(.+?)\1+$/u.exec(text)?.[1] ?? text

/** What a stranger could read on the account's pages, as words of at least four letters. */
async function ownWords(ctx: UserContext): Promise<string[]> {
  const found = await selectOwnWords(ctx.db, ctx.viewer)
  return found
    .map(plain)
    .flatMap((text) => [text, text.replaceAll(/[^\p{L}\p{N}]/gu, ''), ...text.split(/[^\p{L}\p{N}]+/u)])
    .filter((word) => word.length >= SHORTEST_WORD)
}

/**
 * Whether a password is one of those that are tried first: common ones, also with digits or signs at an end or again
 * and again, few letters, or little besides words of one's own.
 */
export function isGuessable(password: string, common: ReadonlySet<string>, own: readonly string[]): boolean {
  const typed = plain(password)
  if (new Set(typed).size < LEAST_DIFFERENT) return true
  if ([typed, withoutEnds(typed), repeated(typed)].some((form) => common.has(form))) return true
  const longestFirst = [...productWords, ...own].toSorted((a, b) => b.length - a.length)
  const left = longestFirst.reduce((rest, word) => rest.replaceAll(word, ''), typed)
  return left !== typed && left.length < LEAST_LEFT
}

/** @throws Problem 'validation-failed' for a password that is among the first to be tried. */
export async function refuseGuessable(ctx: UserContext, password: string): Promise<void> {
  if (isGuessable(password, await commonPasswords(), await ownWords(ctx)))
    throw fieldProblem(
      'password',
      'guessable',
      'This password is easy to guess. Take one without names and common words, or a sentence.',
    )
}
