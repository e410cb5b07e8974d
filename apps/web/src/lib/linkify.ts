import { hashtagPattern, normaliseTag } from '@pawtrait/contract/text/hashtags.ts'
import { urlPattern } from '@pawtrait/contract/text/links.ts'
import { mentionPattern } from '@pawtrait/contract/text/mentions.ts'

/** Segment of a text: plain text or a link. All segments joined equal the original text, character for character. */
export type TextSegment = { text: string } & (
  | { kind: 'words' }
  | { kind: 'tag'; tag: string }
  | { kind: 'user'; username: string }
  | { kind: 'link'; href: string }
)

const anyLink = new RegExp(
  [urlPattern, hashtagPattern, mentionPattern].map(({ source }) => `(?:${source})`).join('|'),
  'giu',
)

const brackets: Record<string, string> = { ')': '(', ']': '[', '}': '{' }

/**
 * Removes punctuation at the end of an address. Ends the address before a closing bracket that has no opening bracket.
 */
function trimPunctuation(matched: string): string {
  const end = Array.from(matched).findIndex((letter, at, all) => {
    const opening = brackets[letter]
    return opening !== undefined && count(all.slice(0, at), letter) >= count(all.slice(0, at), opening)
  })
  const whole = end < 0 ? matched : Array.from(matched).slice(0, end).join('')
  return whole.replace(/[.,;:!?'’*_~]+$/, '')
}

const count = (letters: readonly string[], letter: string) => letters.filter((each) => each === letter).length

/** Returns the normalised address; null if invalid, or with user info (`https://bank.com@evil.example`). */
function hrefOf(text: string): string | null {
  if (!URL.canParse(text)) return null
  const { protocol, hostname, username, password, href } = new URL(text)
  const isPlain = hostname !== '' && username === '' && password === ''
  return isPlain && (protocol === 'http:' || protocol === 'https:') ? href : null
}

function pieceOf(match: RegExpMatchArray, text: string): TextSegment | null {
  const [matched, tag, username] = match
  if (tag) return { kind: 'tag', text: matched, tag: normaliseTag(tag) }
  if (username) return { kind: 'user', text: matched, username: username.toLowerCase() }
  const link = trimPunctuation(matched)
  // An address before an ellipsis does not become a link, because the caption may be cut in the middle of the address.
  const isCut = text[(match.index ?? 0) + matched.length] === '…'
  const href = isCut ? null : hrefOf(link)
  return href === null ? null : { kind: 'link', text: link, href }
}

/**
 * Splits a text into segments: plain text, hashtags, mentions and http(s) addresses. `names`: existing usernames in
 * lower case.
 */
export function linkify(text: string, names: readonly string[]): TextSegment[] {
  const pieces: TextSegment[] = []
  let from = 0
  for (const match of text.matchAll(anyLink)) {
    const piece = pieceOf(match, text)
    if (!piece || (piece.kind === 'user' && !names.includes(piece.username))) continue
    if (match.index > from) pieces.push({ kind: 'words', text: text.slice(from, match.index) })
    pieces.push(piece)
    from = match.index + piece.text.length
  }
  if (from < text.length) pieces.push({ kind: 'words', text: text.slice(from) })
  return pieces
}
