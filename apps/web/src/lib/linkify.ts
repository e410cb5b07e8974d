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

const linkPattern = new RegExp(
  [urlPattern, hashtagPattern, mentionPattern].map(({ source }) => `(?:${source})`).join('|'),
  'giu',
)

const openingBrackets: Record<string, string> = { ')': '(', ']': '[', '}': '{' }

/**
 * Removes punctuation at the end of an address. Ends the address before a closing bracket that has no opening bracket.
 */
function trimPunctuation(matched: string): string {
  const end = Array.from(matched).findIndex((character, index, characters) => {
    const opening = openingBrackets[character]
    return (
      opening !== undefined &&
      countCharacter(characters.slice(0, index), character) >= countCharacter(characters.slice(0, index), opening)
    )
  })
  const balanced = end < 0 ? matched : Array.from(matched).slice(0, end).join('')
  return balanced.replace(/[.,;:!?'’*_~]+$/, '')
}

const countCharacter = (characters: readonly string[], character: string) =>
  characters.filter((each) => each === character).length

/** Returns the normalised address; null if invalid, or with user info (`https://bank.com@evil.example`). */
function parseHref(text: string): string | null {
  if (!URL.canParse(text)) return null
  const { protocol, hostname, username, password, href } = new URL(text)
  const isPlainHost = hostname !== '' && username === '' && password === ''
  return isPlainHost && (protocol === 'http:' || protocol === 'https:') ? href : null
}

function parseMatch(match: RegExpMatchArray, text: string): TextSegment | null {
  const [matched, tag, username] = match
  if (tag) return { kind: 'tag', text: matched, tag: normaliseTag(tag) }
  if (username) return { kind: 'user', text: matched, username: username.toLowerCase() }
  const link = trimPunctuation(matched)
  // An address before an ellipsis does not become a link, because the caption may be cut in the middle of the address.
  const isTruncated = text[(match.index ?? 0) + matched.length] === '…'
  const href = isTruncated ? null : parseHref(link)
  return href === null ? null : { kind: 'link', text: link, href }
}

/**
 * Splits a text into segments: plain text, hashtags, mentions and http(s) addresses. `names`: existing usernames in
 * lower case.
 */
export function linkify(text: string, names: readonly string[]): TextSegment[] {
  const segments: TextSegment[] = []
  let position = 0
  for (const match of text.matchAll(linkPattern)) {
    const segment = parseMatch(match, text)
    if (!segment || (segment.kind === 'user' && !names.includes(segment.username))) continue
    if (match.index > position) segments.push({ kind: 'words', text: text.slice(position, match.index) })
    segments.push(segment)
    position = match.index + segment.text.length
  }
  if (position < text.length) segments.push({ kind: 'words', text: text.slice(position) })
  return segments
}
