import { describe, expect, test } from 'vitest'
import { readFilterWord } from './read-filter-word.ts'

describe('readFilterWord', () => {
  test('normalises a filter word like the server', () => {
    expect(readFilterWord('  Tarántula ', [])).toEqual({ word: 'tarantula', fault: null })
  })

  test.each([
    ['', 'empty'],
    ['ball python', 'several'],
    ['ox', 'short'],
    ['x'.repeat(31), 'long'],
    ['Snake', 'known'],
  ])('refuses “%s” as %s', (typed, fault) => {
    expect(readFilterWord(typed, ['snake'])).toEqual({ word: null, fault })
  })

  test('refuses a word when the filter already has thirty', () => {
    const words = Array.from({ length: 30 }, (_, n) => `word${n}`)
    expect(readFilterWord('snake', words)).toEqual({ word: null, fault: 'many' })
  })
})
