// Removes case and accents. Returns one character per grapheme, so that indexes in the text remain valid.
const fold = (letter: string) => letter.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().slice(0, 1) || letter

const letters = new Intl.Segmenter('en', { granularity: 'grapheme' })

const lettersOf = (text: string) => [...letters.segment(text)].map(({ segment }) => segment)

/** Returns the text split at the first match, or null. Ignores case, accents and a leading # or @. */
export function findMatch(text: string, q: string): [before: string, match: string, after: string] | null {
  const wanted = lettersOf(q.trim().replace(/^[#@]/, '')).map(fold)
  const shown = lettersOf(text)
  const folded = shown.map(fold)
  if (wanted.length === 0) return null
  const at = folded.findIndex((_, start) => wanted.every((letter, index) => folded[start + index] === letter))
  if (at < 0) return null
  const end = at + wanted.length
  return [shown.slice(0, at).join(''), shown.slice(at, end).join(''), shown.slice(end).join('')]
}

const BEFORE = 24
const MOST = 120

/** Returns the part of a long text around the match, cut between graphemes. */
export function snippetOf(text: string, q: string): string {
  const [before = '', match = ''] = findMatch(text, q) ?? []
  const from = lettersOf(before).length + lettersOf(match).length > BEFORE * 2 ? before.length - BEFORE : 0
  const cut = text.slice(from, from + MOST)
  return (from > 0 ? `…${cut.trimStart()}` : cut) + (from + MOST < text.length ? '…' : '')
}
