import { mentionPattern } from '@pawtrait/contract/text/mentions.ts'
import type { Secrets } from '#platform/security/secrets.ts'

/** Minimum length of a text. Shorter texts, such as "happy birthday to the best dog", are often equal by chance. */
const MIN_LETTERS = 40

const urlPattern = /(?:https?:\/\/|www\.)[^\s\p{C}<>"“”„«»]+/giu

// Homoglyphs: letters of other scripts that look like Latin letters. Spammers use them to vary a text.
const homoglyphs = new Map(
  ['аa', 'вb', 'сc', 'еe', 'һh', 'нh', 'іi', 'јj', 'кk', 'мm', 'оo', 'рp', 'ѕs', 'тt', 'уy', 'хx', 'αa', 'εe']
    .concat(['ιi', 'κk', 'νv', 'οo', 'ρp', 'τt', 'υu', 'χx', 'ıi', 'łl', 'øo'])
    .map(([homoglyph, latin]) => [homoglyph, latin] as const),
)

/** Returns the letters of a text in lower case, without accents, with homoglyphs replaced by Latin letters. */
const normaliseLetters = (text: string): string[] =>
  Array.from(text.normalize('NFKD').toLowerCase()).flatMap((letter) =>
    /\p{L}/u.test(letter) ? [homoglyphs.get(letter) ?? letter] : [],
  )

const urlPrefix = /^(?:https?:\/\/)?(?:www\.)?/

/** Normalises a URL: removes the scheme, `www` and trailing punctuation, and converts the host to lower case. */
const normaliseUrl = (link: string): string =>
  link
    .replace(/[.,;:!?'’)\]}*_~…]+$/u, '')
    .replace(/^(?:https?:\/\/)?[^/?#]*/i, (host) => host.toLowerCase().replace(urlPrefix, ''))

/**
 * Returns keyed digests of a text; the key is the pepper. The first covers the letters, if there are at least 40. The
 * second covers the letters and the links to hosts other than `siteHost`, if there are any. Except within links, both
 * ignore case, accents, digits, punctuation, spaces and mentions.
 */
export function computeTextFingerprints(text: string, { mac }: Pick<Secrets, 'mac'>, siteHost: string): string[] {
  const ownHost = normaliseUrl(siteHost)
  const links = [...text.matchAll(urlPattern)]
    .map(([link]) => normaliseUrl(link))
    .filter((link) => link.split('/', 1)[0] !== ownHost)
  const letters = normaliseLetters(text.replace(urlPattern, ' ').replace(mentionPattern, ' '))
  const normalisedText = letters.join('')
  return [
    ...(letters.length >= MIN_LETTERS ? [normalisedText] : []),
    ...(links.length > 0 ? [`${normalisedText} ${links.toSorted().join(' ')}`] : []),
  ].map((fingerprint) => mac('recent words', fingerprint))
}
