import { foldText } from '@pawtrait/contract/text/fold-text.ts'
import { splitGraphemes, truncateWithEllipsis } from '@pawtrait/contract/text/graphemes.ts'

/**
 * Returns the text split at the first match, or null. Ignores case, accents and a leading # or @, as the search does.
 * Splits between graphemes. In "Straße" the match of "stras" is "Straß".
 */
export function findMatch(text: string, q: string): [before: string, match: string, after: string] | null {
  const wanted = foldText(q.trim().replace(/^[#@]/, ''))
  const shown = splitGraphemes(text)
  const folded = shown.map(foldText)
  const at = folded.join('').indexOf(wanted)
  if (wanted === '' || at < 0) return null
  let length = 0
  const ends = folded.map((letter) => (length += letter.length))
  const start = ends.findIndex((end) => end > at)
  const end = ends.findIndex((each) => each >= at + wanted.length) + 1
  return [shown.slice(0, start).join(''), shown.slice(start, end).join(''), shown.slice(end).join('')]
}

const BEFORE = 24 // number of graphemes before the match
const SHOWN = 120 // width of the whole snippet, in Latin characters

/** Returns the part of a long text around the match. */
export function extractSnippet(text: string, q: string): string {
  const [before = '', match = ''] = findMatch(text, q) ?? []
  const letters = splitGraphemes(before)
  const isFar = letters.length + splitGraphemes(match).length > BEFORE * 2
  const skipped = isFar ? letters.slice(0, -BEFORE).join('').length : 0
  const cut = truncateWithEllipsis(text.slice(skipped), SHOWN)
  return isFar ? `…${cut.trimStart()}` : cut
}
