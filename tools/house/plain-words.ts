import type { Offence, SourceFile } from './source-files.ts'

// Classes of one letter keep the words out of this file.
const markers = /\b(?:nobod[y]|whoeve[r]|who[m]|stand[s]|stoo[d]|whos[e]|ane[w]|meanwhil[e])\b/gi

/**
 * Words that mark sentences without a subject, and how many of them code, tests and scripts have. Lower the number when
 * there are fewer; never raise it.
 */
export const MOST_MARKERS = 317

const counted = ({ path }: SourceFile) => /\.(?:tsx?|mjs|js|css|sql|sh)$/.test(path)

/** Number of marker words in these files. */
export const markersIn = (files: readonly SourceFile[]): number =>
  files.filter(counted).reduce((sum, { text }) => sum + (text.match(markers)?.length ?? 0), 0)

// A few fewer need no change of the limit in each commit.
const SLACK = 20

/** Refuses more marker words than before, and many fewer while the limit was not lowered. */
export function plainWordOffences(files: readonly SourceFile[], most = MOST_MARKERS): Offence[] {
  const found = markersIn(files)
  if (found <= most && found >= most - SLACK) return []
  const rule =
    found > most
      ? `${found} marker words, at most ${most}: name the subject of the new sentences (nobod…, whoev…, stand…, ane…).`
      : `${found} marker words: lower MOST_MARKERS from ${most}.`
  return [{ path: 'tools/house/plain-words.ts', line: 1, rule }]
}
