import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '../../../..')

// The picture of a gallery belongs to the landing page, and jokes to where nobody waits, worries or pays.
const gallery = /\b(hang|hangs|hanging|hung|walls?|frames?|framed|gallery|curator)\b/i
const fate = new RegExp(
  [
    'c[ao]me loose|is asked\\b|stands? here|from you\\b|put a(side|way)|mended|run out|rather not|come down',
    'this Pawtrait|leads nowhere|hears? of|tak(e|en|es) back|run out|are not here|is not here|go(es)? for good',
    'to begin with|held up|keeping the lights|look back',
  ].join('|'),
  'i',
)
// Whoever reads in their second language loses the beginning of a longer one.
const MOST_WORDS = 16
const shouting = /[!]|\.\.\.|[A-Za-z]'[a-z]/

const literal = /'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`/g

/** What is quoted in a file, without its comments and imports. */
function quotedIn(path: string): string[] {
  const code = readFileSync(join(root, path), 'utf8').replace(/^\s*(\/\/|\/?\*|import ).*$/gm, '')
  return [...code.matchAll(literal)].map(([, a, b, c]) => a ?? b ?? c ?? '')
}

const faultsOf = (paths: string[], words: RegExp) =>
  paths.flatMap((path) =>
    quotedIn(path)
      .filter((text) => words.test(text))
      .map((text) => `${path}: ${text}`),
  )

describe('words on the screen', () => {
  const all = globSync('apps/web/src/i18n/en/**/*.ts', { cwd: root })
  const plain = all.filter((path) => !path.endsWith('/landing.ts'))

  test.each([
    ['of a gallery only on the landing page', gallery],
    ['of fate nowhere', fate],
    ['that shout, and typewriter’s marks, nowhere', shouting],
  ])('%s', (_, words) => {
    expect(plain.length).toBeGreaterThan(50)
    expect(faultsOf(plain, words)).toEqual([])
  })

  test('come in sentences that one takes in at a glance', () => {
    const sentences = plain.flatMap(quotedIn).flatMap((text) => text.split(/ \| |(?<=[.?:;]) /))
    expect(sentences.length).toBeGreaterThan(1000)
    expect(sentences.filter((sentence) => (sentence.match(/\p{L}[^\s]*/gu) ?? []).length > MOST_WORDS)).toEqual([])
  })
})

describe('words of refusals, summaries and letters', () => {
  const said = globSync('{apps/server,packages/contract}/src/**/*.ts', { cwd: root, exclude: ['**/*.test.ts'] })
  /** A sentence: starts with a capital, has a space, and is no SQL, HTML or path. */
  const isSentence = (text: string) => /^[A-Z][a-z’]* [^<>{}=;]*$/.test(text)

  test.each([
    ['of a gallery', gallery],
    ['of fate', fate],
  ])('have none %s', (_, words) => {
    const faults = said.flatMap((path) =>
      quotedIn(path)
        .filter((text) => isSentence(text) && words.test(text))
        .map((text) => `${path}: ${text}`),
    )
    expect(faults).toEqual([])
  })
})
