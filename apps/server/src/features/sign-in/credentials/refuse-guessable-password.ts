import type { UserContext } from '#platform/context.ts'
import { fieldProblem } from '#platform/problem.ts'
import { selectForbiddenPasswordWords } from './credential-queries.ts'

const productWords = ['pawtrait', 'password', 'nenosiri']
// Minimum number of characters in a password after guessable words, such as the user's names, are removed.
const MIN_REMAINING = 6
const MIN_DIFFERENT = 5
const MIN_WORD_LENGTH = 4

let commonPasswordSet: Promise<ReadonlySet<string>> | undefined

/** Loads the common passwords on first use, because most processes never need them. */
const commonPasswords = () => {
  commonPasswordSet ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set([...dictionary['passwords-common'], ...dictionary['diceware-common']]),
  )
  return commonPasswordSet
}

const normalise = (text: string) => text.normalize('NFKC').toLowerCase()
const trimNonLetters = (text: string) => text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')

/** Returns the repeated part of a text such as "abcabc"; any other text is returned unchanged. */
const findRepeatedPart = (text: string) => /^(.+?)\1+$/u.exec(text)?.[1] ?? text

async function loadUserWords(ctx: UserContext): Promise<string[]> {
  const found = await selectForbiddenPasswordWords(ctx.db, ctx.viewer)
  return found
    .map(normalise)
    .flatMap((text) => [text, text.replaceAll(/[^\p{L}\p{N}]/gu, ''), ...text.split(/[^\p{L}\p{N}]+/u)])
    .filter((word) => word.length >= MIN_WORD_LENGTH)
}

/**
 * Returns whether an attacker would guess the password early. Such a password is common (also repeated, or with digits
 * or signs around it), or has few different characters. Or it consists mostly of product words and words about the
 * user, such as names.
 */
export function isGuessablePassword(
  password: string,
  common: ReadonlySet<string>,
  userWords: readonly string[],
): boolean {
  const normalised = normalise(password)
  if (new Set(normalised).size < MIN_DIFFERENT) return true
  if ([normalised, trimNonLetters(normalised), findRepeatedPart(normalised)].some((form) => common.has(form)))
    return true
  const longestFirst = [...productWords, ...userWords].toSorted((a, b) => b.length - a.length)
  const remaining = longestFirst.reduce((rest, word) => rest.replaceAll(word, ''), normalised)
  return remaining !== normalised && remaining.length < MIN_REMAINING
}

export async function refuseGuessablePassword(ctx: UserContext, password: string): Promise<void> {
  if (isGuessablePassword(password, await commonPasswords(), await loadUserWords(ctx)))
    throw fieldProblem(
      'password',
      'guessable',
      'This password is easy to guess. Use one without names and common words, or a sentence.',
    )
}
