import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '../../../..')

// Words that compare the app to an art gallery. Only the landing page may use these words.
const gallery = /\b(hang|hangs|hanging|hung|walls?|frames?|framed|gallery|curator)\b/i
const vaguePattern = new RegExp(
  [
    'c[ao]me loose|is asked\\b|stands? here|from you\\b|put a(side|way)|mended|run out|rather not|come down',
    'this Pawtrait|leads nowhere|hears? of|tak(e|en|es) back|run out|are not here|is not here|go(es)? for good',
    'to begin with|held up|keeping the lights|look back',
  ].join('|'),
  'i',
)
// Maximum number of words in a sentence. Longer sentences are hard to read for non-native speakers.
const MAX_WORDS = 16
const shoutingPattern = /[!]|\.\.\.|[A-Za-z]'[a-z]/

const literal = /'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`/g

/** Returns the string literals of a file, without comments and imports. */
function listStrings(path: string): string[] {
  const code = readFileSync(join(root, path), 'utf8').replace(/^\s*(\/\/|\/?\*|import ).*$/gm, '')
  return [...code.matchAll(literal)].map(([, a, b, c]) => a ?? b ?? c ?? '')
}

const findMatches = (paths: string[], words: RegExp) =>
  paths.flatMap((path) =>
    listStrings(path)
      .filter((text) => words.test(text))
      .map((text) => `${path}: ${text}`),
  )

describe('texts on screen', () => {
  const all = globSync('apps/web/src/i18n/en/**/*.ts', { cwd: root })
  const plain = all.filter((path) => !path.endsWith('/landing.ts'))

  test.each([
    ['use gallery metaphors only on the landing page', gallery],
    ['use no vague or figurative wording', vaguePattern],
    ['use no exclamation marks or typewriter punctuation', shoutingPattern],
  ])('%s', (_, words) => {
    expect(plain.length).toBeGreaterThan(50)
    expect(findMatches(plain, words)).toEqual([])
  })

  test('have at most 16 words per sentence', () => {
    const sentences = plain.flatMap(listStrings).flatMap((text) => text.split(/ \| |(?<=[.?:;]) /))
    expect(sentences.length).toBeGreaterThan(1000)
    expect(sentences.filter((sentence) => (sentence.match(/\p{L}[^\s]*/gu) ?? []).length > MAX_WORDS)).toEqual([])
  })
})

describe('texts of server errors, endpoint summaries and mails', () => {
  const sources = globSync('{apps/server,packages/contract}/src/**/*.ts', { cwd: root, exclude: ['**/*.test.ts'] })
  /** Returns whether a text is a sentence. SQL, HTML and paths are not sentences. */
  const isSentence = (text: string) => /^[A-Z][a-z’]* [^<>{}=;]*$/.test(text)

  test.each([
    ['gallery metaphors', gallery],
    ['vague or figurative wording', vaguePattern],
  ])('contain no %s', (_, words) => {
    const faults = sources.flatMap((path) =>
      listStrings(path)
        .filter((text) => isSentence(text) && words.test(text))
        .map((text) => `${path}: ${text}`),
    )
    expect(faults).toEqual([])
  })
})
