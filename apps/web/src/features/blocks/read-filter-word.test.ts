import { expect, test } from 'vitest'
import { readFilterWord } from './read-filter-word.ts'

test('a word is kept as the server keeps it', () => {
  expect(readFilterWord('  Tarántula ', [])).toEqual({ word: 'tarantula', fault: null })
})

test.each([
  ['', 'empty'],
  ['ball python', 'several'],
  ['ox', 'short'],
  ['x'.repeat(31), 'long'],
  ['Snake', 'known'],
])('“%s” is refused as %s', (typed, fault) => {
  expect(readFilterWord(typed, ['snake'])).toEqual({ word: null, fault })
})

test('thirty words are enough', () => {
  const words = Array.from({ length: 30 }, (_, n) => `word${n}`)
  expect(readFilterWord('snake', words)).toEqual({ word: null, fault: 'many' })
})
