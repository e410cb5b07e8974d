import { wordBoundaryAfter, wordBoundaryBefore } from './word-boundaries.ts'

/**
 * Matches a mention in a text: `@` and a valid username. It must not be inside a word, an e-mail address or another
 * handle. Full stops at its end belong to the sentence.
 */
export const mentionPattern = new RegExp(
  `${wordBoundaryBefore('@＠./&+\\-')}[@＠](?=[._]*[a-z0-9])([a-z0-9_.]{1,29}[a-z0-9_])` +
    `(?![a-z0-9_])(?!\\.+[\\p{L}\\p{M}\\p{N}_@])${wordBoundaryAfter('@')}`,
  'giu',
)

// Limits spam: without a limit, one text could notify hundreds of users.
const MAX_MENTIONS = 20

/** Returns the usernames mentioned in a text: in lower case, without duplicates, the first 20. */
export const findMentionedUsernames = (text: string): string[] => {
  const names = [...text.matchAll(mentionPattern)].map(([, name = '']) => name.toLowerCase())
  return [...new Set(names)].slice(0, MAX_MENTIONS)
}
