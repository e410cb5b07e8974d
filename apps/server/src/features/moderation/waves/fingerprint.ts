import { mention } from '@pawtrait/contract/mentions.ts'
import type { Secrets } from '#platform/security/secrets.ts'

/** Fewer letters are what people say by themselves: "so cute", "happy birthday to the best dog". */
const LEAST_LETTERS = 40

const address = /(?:https?:\/\/|www\.)[^\s\p{C}<>"“”„«»]+/giu

// Letters of other scripts that look like ours: written among ours they make the same words look like others.
const lookAlikes = new Map(
  ['аa', 'вb', 'сc', 'еe', 'һh', 'нh', 'іi', 'јj', 'кk', 'мm', 'оo', 'рp', 'ѕs', 'тt', 'уy', 'хx', 'αa', 'εe']
    .concat(['ιi', 'κk', 'νv', 'οo', 'ρp', 'τt', 'υu', 'χx', 'ıi', 'łl', 'øo'])
    .map(([other, ours]) => [other, ours] as const),
)

/** Letters alone, without case, accents and look-alikes. */
const lettersOf = (text: string): string[] =>
  Array.from(text.normalize('NFKD').toLowerCase()).flatMap((letter) =>
    /\p{L}/u.test(letter) ? [lookAlikes.get(letter) ?? letter] : [],
  )

const beginning = /^(?:https?:\/\/)?(?:www\.)?/

/** An address as it leads somewhere: what case its host is in, and whether `www` stands there, says nothing. */
const bare = (link: string): string =>
  link
    .replace(/[.,;:!?'’)\]}*_~…]+$/u, '')
    .replace(/^(?:https?:\/\/)?[^/?#]*/i, (host) => host.toLowerCase().replace(beginning, ''))

/**
 * By what a text is known again, however its digits, signs, case, spaces and mentions are varied: its letters when
 * there are enough of them; and with its addresses when it has any, `here` not counted. Only digests, which need the
 * pepper.
 */
export function fingerprintsOf(text: string, { mac }: Pick<Secrets, 'mac'>, here: string): string[] {
  const own = bare(here)
  const links = [...text.matchAll(address)].map(([link]) => bare(link)).filter((link) => link.split('/', 1)[0] !== own)
  const letters = lettersOf(text.replace(address, ' ').replace(mention, ' '))
  const words = letters.join('')
  return [
    ...(letters.length >= LEAST_LETTERS ? [words] : []),
    ...(links.length > 0 ? [`${words} ${links.toSorted().join(' ')}`] : []),
  ].map((print) => mac('recent words', print))
}
