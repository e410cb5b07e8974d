import type { Offence, SourceFile } from './source-files.ts'

// The last letters are in brackets, so that this file contains none of the marker words.
const markers = /\b(?:nobod[y]|whoeve[r]|who[m]|stand[s]|stoo[d]|whos[e]|ane[w]|meanwhil[e])\b/gi

/**
 * Allowed number of marker words in code, tests and scripts. These words mark sentences without a clear subject. Lower
 * the number when the files contain fewer. Never raise it.
 */
export const MAX_MARKER_WORDS = 163

const counted = ({ path }: SourceFile) => /\.(?:tsx?|mjs|js|css|sql|sh)$/.test(path)

/** Returns the number of marker words in these files. */
export const countMarkerWords = (files: readonly SourceFile[]): number =>
  files.filter(counted).reduce((sum, { text }) => sum + (text.match(markers)?.length ?? 0), 0)

// If the number of marker words is below the limit by more than this, the limit must be lowered.
const SLACK = 20

/**
 * Reports an offence if the files contain more marker words than the limit allows. Also reports when the limit must be
 * lowered.
 */
export function findPlainWordOffences(files: readonly SourceFile[], most = MAX_MARKER_WORDS): Offence[] {
  const found = countMarkerWords(files)
  if (found <= most && found >= most - SLACK) return []
  const rule =
    found > most
      ? `${found} marker words, at most ${most}: name the subject of the new sentences (nobod…, whoev…, stand…, ane…).`
      : `${found} marker words: lower MAX_MARKER_WORDS from ${most}.`
  return [{ path: 'tools/house/plain-words.ts', line: 1, rule }]
}
