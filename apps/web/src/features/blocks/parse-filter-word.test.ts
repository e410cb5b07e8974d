import { describe, expect, test } from 'vitest'
import { parseFilterWord } from './parse-filter-word.ts'

describe('parseFilterWord', () => {
  test('trims a filter word, converts it to lower case and removes its accents', () => {
    expect(parseFilterWord('  Tarántula ', [])).toEqual({ word: 'tarantula', fault: null })
  })

  test.each([
    ['', 'empty'],
    ['ball python', 'several'],
    ['ox', 'short'],
    ['x'.repeat(31), 'long'],
    ['Snake', 'known'],
  ])('rejects “%s” with the fault “%s”', (typed, fault) => {
    expect(parseFilterWord(typed, ['snake'])).toEqual({ word: null, fault })
  })

  test('rejects a word when the filter already has thirty words', () => {
    const words = Array.from({ length: 30 }, (_, n) => `word${n}`)
    expect(parseFilterWord('snake', words)).toEqual({ word: null, fault: 'many' })
  })
})
