import { isTest, type Offence, offencesOf, type SourceFile, withoutComments } from './source-files.ts'

const mostLines = 300
const mostColumns = 120

/** Files above 300 lines, lines above 120 columns. */
export function lengthOffences({ path, text }: SourceFile): Offence[] {
  if (!/\.(?:tsx?|mjs|css)$/.test(path)) return []
  const lines = text.split('\n')
  const tall = lines.length - 1 > mostLines
  return [
    ...(tall ? [{ path, line: lines.length, rule: `Over ${mostLines} lines: split it by verb.` }] : []),
    ...lines.flatMap((text, at) =>
      isTooLong(text) && !catalogue.test(path) ? [{ path, line: at + 1, rule: `Over ${mostColumns} columns.` }] : [],
    ),
  ]
}

// Sentences of the catalogue stay whole, so that a translator sees them so.
const catalogue = /\/i18n\/\w+\//

// Addresses and the path data of drawings cannot be broken.
const isTooLong = (line: string) => line.length > mostColumns && !/https?:\/\/|\bd[=:]|[MmLlCc][\d. -]{20}/.test(line)

const timed = new RegExp(
  String.raw`^(?:apps/(?:server/src/(?!platform/|dev/)|web/src/(?!lib/))|` +
    String.raw`packages/(?:contract|simulators/src/(?!clock)))`,
)

/** The clock read outside platform (server) or lib (web): everything else takes the time it is given. */
export function clockOffences({ path, text }: SourceFile): Offence[] {
  if (!timed.test(path) || !/\.tsx?$/.test(path) || isTest(path)) return []
  const rule = 'The clock is read in platform (ctx.now) or, on the web, in lib; take the time as an argument.'
  return offencesOf(path, withoutComments(text), /\bnew Date\(\s*\)|\bDate\.now\b|\bperformance\.now\b/g, rule)
}

const tokens = /^apps\/web\/src\/ui\/(?:app-)?tokens\.css$/
// Three, four, six or eight digits; not the end of an entity (`&#1234;`) or of an address.
const hexColour = /(?<![\w&/])#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})(?![\w-])/gi

/** Colours in digits outside the tokens: a colour without a name is forgotten by the other theme. */
export function colourOffences({ path, text }: SourceFile): Offence[] {
  if (!/^apps\/web\/src\/.*\.(?:css|tsx?)$/.test(path) || tokens.test(path) || isTest(path)) return []
  return offencesOf(path, withoutComments(text), hexColour, 'A colour is a token: name it in ui/app-tokens.css.')
}

/** Words said that are not of the catalogue: a translator never sees them. */
export function phraseOffences({ path, text }: SourceFile): Offence[] {
  if (!/^apps\/web\/src\/(?!i18n\/).*\.tsx?$/.test(path) || isTest(path)) return []
  return offencesOf(path, withoutComments(text), /(?<![\w.])t\(\s*['"`]/g, 'Words stand in i18n/: t(phrases.…).')
}

// Written with classes of one letter, so that this file does not hold the words it looks for.
const unfinished = /TOD[O]|FIXM[E]|placeholder dat[a]/g
const switchedOff = /\b(?:it|test|describe)\.(?:ski[p]|onl[y]|tod[o])\b/g
const foreign = /\/wor[k]\/|\/tmp\/tea[m]|regist[r]y\.\w+\.(?:org|com)/g

/** Traces of unfinished work, tests switched off, and places only one machine knows. */
export function hygieneOffences({ path, text }: SourceFile): Offence[] {
  return [
    ...offencesOf(path, text, foreign, 'A path of one machine or a registry host.'),
    ...(path.endsWith('.md')
      ? []
      : offencesOf(path, text, unfinished, 'Unfinished work is an issue, never a comment.')),
    ...(/\.tsx?$/.test(path) ? offencesOf(path, text, switchedOff, 'A test that is switched off.') : []),
  ]
}
