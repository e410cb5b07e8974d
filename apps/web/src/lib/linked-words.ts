import { mention } from '@pawtrait/contract/mentions.ts'
import { hashtag } from '@pawtrait/contract/tags.ts'

/** A piece of a text: words, or what they point at. The pieces together are the text, letter for letter. */
export type Piece = { text: string } & (
  | { kind: 'words' }
  | { kind: 'tag'; tag: string }
  | { kind: 'user'; username: string }
  | { kind: 'link'; href: string }
)

// Invisible letters end it: they could make an address look like another one.
const address = /(?<![\p{L}\p{M}\p{N}_])https?:\/\/[^\s\p{C}<>"“”„«»…]+/giu

const anything = new RegExp([address, hashtag, mention].map(({ source }) => `(?:${source})`).join('|'), 'giu')

const brackets: Record<string, string> = { ')': '(', ']': '[', '}': '{' }

/** Without what ends the sentence rather than the address: full stops, and brackets opened before it. */
function bare(found: string): string {
  let end = found.length
  for (; end > 0; end--) {
    const last = found[end - 1] ?? ''
    const opening = brackets[last]
    if (opening ? count(found.slice(0, end), last) <= count(found.slice(0, end), opening) : !/[.,;:!?'’*_~]/.test(last))
      break
  }
  return found.slice(0, end)
}

const count = (text: string, letter: string) => text.split(letter).length - 1

/** The address to go to, or null for one that is broken or pretends to be another: `https://bank.com@evil.example`. */
function hrefOf(text: string): string | null {
  if (!URL.canParse(text)) return null
  const { protocol, hostname, username, password, href } = new URL(text)
  const isPlain = hostname !== '' && username === '' && password === ''
  return isPlain && (protocol === 'http:' || protocol === 'https:') ? href : null
}

function pieceOf(match: RegExpMatchArray, text: string): Piece | null {
  const [found, tag, username] = match
  if (tag) return { kind: 'tag', text: found, tag: tag.toLowerCase() }
  if (username) return { kind: 'user', text: found, username: username.toLowerCase() }
  const link = bare(found)
  // A caption that was cut here has lost the rest of the address.
  const isCut = text[(match.index ?? 0) + found.length] === '…'
  const href = isCut ? null : hrefOf(link)
  return href === null ? null : { kind: 'link', text: link, href }
}

/**
 * A text in pieces: its hashtags, the users it names, and its http and https addresses; the rest is words. `names`: the
 * usernames that belong to somebody, in small letters.
 */
export function linkedWords(text: string, names: readonly string[]): Piece[] {
  const pieces: Piece[] = []
  let from = 0
  for (const match of text.matchAll(anything)) {
    const piece = pieceOf(match, text)
    if (!piece || (piece.kind === 'user' && !names.includes(piece.username))) continue
    if (match.index > from) pieces.push({ kind: 'words', text: text.slice(from, match.index) })
    pieces.push(piece)
    from = match.index + piece.text.length
  }
  if (from < text.length) pieces.push({ kind: 'words', text: text.slice(from) })
  return pieces
}
