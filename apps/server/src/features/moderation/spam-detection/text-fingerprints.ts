import { mentionPattern } from '@pawtrait/contract/text/mentions.ts'
import type { Secrets } from '#platform/security/secrets.ts'

/** Minimum length of a text. Shorter texts, such as "happy birthday to the best dog", are often equal by chance. */
const MIN_LETTERS = 40

const address = /(?:https?:\/\/|www\.)[^\s\p{C}<>"“”„«»]+/giu

// Homoglyphs: letters of other scripts that look like Latin letters. Spammers use them to vary a text.
const homoglyphs = new Map(
  ['аa', 'вb', 'сc', 'еe', 'һh', 'нh', 'іi', 'јj', 'кk', 'мm', 'оo', 'рp', 'ѕs', 'тt', 'уy', 'хx', 'αa', 'εe']
    .concat(['ιi', 'κk', 'νv', 'οo', 'ρp', 'τt', 'υu', 'χx', 'ıi', 'łl', 'øo'])
    .map(([other, ours]) => [other, ours] as const),
)

/** Returns the letters of a text in lower case, without accents, with homoglyphs replaced by Latin letters. */
const lettersOf = (text: string): string[] =>
  Array.from(text.normalize('NFKD').toLowerCase()).flatMap((letter) =>
    /\p{L}/u.test(letter) ? [homoglyphs.get(letter) ?? letter] : [],
  )

const beginning = /^(?:https?:\/\/)?(?:www\.)?/

/** Normalises a URL: removes the scheme, `www` and trailing punctuation, and converts the host to lower case. */
const bare = (link: string): string =>
  link
    .replace(/[.,;:!?'’)\]}*_~…]+$/u, '')
    .replace(/^(?:https?:\/\/)?[^/?#]*/i, (host) => host.toLowerCase().replace(beginning, ''))

/**
 * Returns keyed digests of a text; the key is the pepper. The first covers the letters, if there are at least 40. The
 * second covers the letters and the links, if a link leads to another host than `here`. Outside links, both ignore
 * digits, punctuation, case, spaces and mentions.
 */
export function computeTextFingerprints(text: string, { mac }: Pick<Secrets, 'mac'>, here: string): string[] {
  const own = bare(here)
  const links = [...text.matchAll(address)].map(([link]) => bare(link)).filter((link) => link.split('/', 1)[0] !== own)
  const letters = lettersOf(text.replace(address, ' ').replace(mentionPattern, ' '))
  const words = letters.join('')
  return [
    ...(letters.length >= MIN_LETTERS ? [words] : []),
    ...(links.length > 0 ? [`${words} ${links.toSorted().join(' ')}`] : []),
  ].map((print) => mac('recent words', print))
}
