import { blankOutComments, findPatternOffences, isTest, type Offence, type SourceFile } from './source-files.ts'

const mostLines = 300
const mostColumns = 120

/** Reports a file over 300 lines, and each line over 120 columns. */
export function findLengthOffences({ path, text }: SourceFile): Offence[] {
  if (!/\.(?:tsx?|mjs|css)$/.test(path)) return []
  const lines = text.split('\n')
  const tall = lines.length - 1 > mostLines
  return [
    ...(tall
      ? [{ path, line: lines.length, rule: `The file has over ${mostLines} lines: split it by what its parts do.` }]
      : []),
    ...lines.flatMap((text, at) =>
      isTooLong(text) && !catalogue.test(path)
        ? [{ path, line: at + 1, rule: `The line has over ${mostColumns} columns: break it.` }]
        : [],
    ),
  ]
}

// Files with translated texts. These files have one sentence per line for translators, so the lines may be long.
const catalogue = /\/i18n\/\w+\//

// Lines with URLs or SVG path data may be longer, because neither can be broken.
const isTooLong = (line: string) => line.length > mostColumns && !/https?:\/\/|\bd[=:]|[MmLlCc][\d. -]{20}/.test(line)

const timed = new RegExp(
  String.raw`^(?:apps/(?:server/src/(?!platform/|dev/)|web/src/(?!lib/))|` +
    String.raw`packages/(?:contract|simulators/src/(?!clock)))`,
)

/**
 * Finds clock reads outside `platform` (server) and `lib` (web). All other code must receive the time as an argument.
 */
export function findClockOffences({ path, text }: SourceFile): Offence[] {
  if (!timed.test(path) || !/\.tsx?$/.test(path) || isTest(path)) return []
  const rule = 'Only platform (ctx.now) and, on the web, lib may read the clock: take the time as an argument.'
  return findPatternOffences(
    path,
    blankOutComments(text),
    /\bnew Date\(\s*\)|\bDate\.now\b|\bperformance\.now\b/g,
    rule,
  )
}

const tokens = /^apps\/web\/src\/ui\/(?:app-)?tokens\.css$/
// Matches `#` with three, four, six or eight hex digits, except in a character reference (`&#1234;`) or a URL.
const hexColour = /(?<![\w&/])#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})(?![\w-])/gi

/** Finds hex colours outside the files with design tokens. Such a colour would be the same in light and dark mode. */
export function findColourOffences({ path, text }: SourceFile): Offence[] {
  if (!/^apps\/web\/src\/.*\.(?:css|tsx?)$/.test(path) || tokens.test(path) || isTest(path)) return []
  return findPatternOffences(
    path,
    blankOutComments(text),
    hexColour,
    'Colours must be tokens: define this colour in ui/app-tokens.css.',
  )
}

/** Finds texts for users outside the `i18n` folders, where translators would not see them. */
export function findUntranslatedTextOffences({ path, text }: SourceFile): Offence[] {
  if (!/^apps\/web\/src\/(?!i18n\/).*\.tsx?$/.test(path) || isTest(path)) return []
  return findPatternOffences(
    path,
    blankOutComments(text),
    /(?<![\w.])t\(\s*['"`]/g,
    'Texts for users belong in i18n/: use t(phrases.…).',
  )
}

// The last letters are in brackets, so that this file does not contain the words for which the check searches.
const unfinished = /TOD[O]|FIXM[E]|placeholder dat[a]/g
const switchedOff = /\b(?:it|test|describe)\.(?:ski[p]|onl[y]|tod[o])\b/g
const foreign = /\/wor[k]\/|\/tmp\/tea[m]|regist[r]y\.\w+\.(?:org|com)/g

/** Finds markers of unfinished work, disabled tests, machine-specific paths and registry hosts. */
export function findHygieneOffences({ path, text }: SourceFile): Offence[] {
  return [
    ...findPatternOffences(
      path,
      text,
      foreign,
      'The file contains a path of one machine, or a registry host: remove it.',
    ),
    ...(path.endsWith('.md')
      ? []
      : findPatternOffences(
          path,
          text,
          unfinished,
          'The file has a marker of unfinished work: open an issue instead.',
        )),
    ...(/\.tsx?$/.test(path)
      ? findPatternOffences(path, text, switchedOff, 'The test is disabled: enable it or delete it.')
      : []),
  ]
}
