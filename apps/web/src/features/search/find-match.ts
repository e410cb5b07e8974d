import { foldText } from '@pawtrait/contract/text/fold-text.ts'
import { splitGraphemes, truncateWithEllipsis } from '@pawtrait/contract/text/graphemes.ts'

/**
 * Returns the text split at the first match, or null. Ignores case, accents and a leading # or @, as the search does.
 * Splits between graphemes. In "Straße" the match of "stras" is "Straß".
 */
export function findMatch(text: string, q: string): [before: string, match: string, after: string] | null {
  const query = foldText(q.trim().replace(/^[#@]/, ''))
  const graphemes = splitGraphemes(text)
  const foldedGraphemes = graphemes.map(foldText)
  const at = foldedGraphemes.join('').indexOf(query)
  if (query === '' || at < 0) return null
  let length = 0
  const ends = foldedGraphemes.map((letter) => (length += letter.length))
  const start = ends.findIndex((end) => end > at)
  const end = ends.findIndex((each) => each >= at + query.length) + 1
  return [graphemes.slice(0, start).join(''), graphemes.slice(start, end).join(''), graphemes.slice(end).join('')]
}

const MAX_BEFORE = 24 // number of graphemes before the match
const SNIPPET_WIDTH = 120 // width of the whole snippet, in Latin characters

/** Returns the part of a long text around the match. */
export function extractSnippet(text: string, q: string): string {
  const [before = '', match = ''] = findMatch(text, q) ?? []
  const graphemesBefore = splitGraphemes(before)
  const isFar = graphemesBefore.length + splitGraphemes(match).length > MAX_BEFORE * 2
  const skipped = isFar ? graphemesBefore.slice(0, -MAX_BEFORE).join('').length : 0
  const snippet = truncateWithEllipsis(text.slice(skipped), SNIPPET_WIDTH)
  return isFar ? `…${snippet.trimStart()}` : snippet
}
