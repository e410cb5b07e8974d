import { describe, expect, it } from 'vitest'
import { extractSnippet, findMatch } from './find-match.ts'

describe('findMatch', () => {
  it('ignores case and accents', () => {
    expect(findMatch('Ángel Mutua', 'an')).toEqual(['', 'Án', 'gel Mutua'])
    expect(findMatch('Gabi', 'BI')).toEqual(['Ga', 'bi', ''])
    expect(findMatch('Zoë', 'zoe')).toEqual(['', 'Zoë', ''])
  })

  it('ignores a leading # or @ in the query', () => {
    expect(findMatch('sploot', '#splo')).toEqual(['', 'splo', 'ot'])
    expect(findMatch('amina.o', '@amina')).toEqual(['', 'amina', '.o'])
  })

  it('returns null for a text without a match, and for an empty query', () => {
    expect(findMatch('Biscuit', 'xolo')).toBe(null)
    expect(findMatch('Biscuit', ' ')).toBe(null)
  })

  it.each([
    ['😀 my 🐶', '🐶', '🐶'],
    ['고양이 강아지', '강', '강'],
    ['がか', 'か', 'か'],
    ['Straße', 'strasse', 'Straße'],
    ['أسد', 'اسد', 'أسد'],
    ['قِطَّة', 'قطه', 'قِطَّة'],
    ['ネコ', 'ﾈｺ', 'ネコ'],
    ['ΣΚΎΛΟΣ', 'σκύλος', 'ΣΚΎΛΟΣ'],
    ['İstanbul', 'istan', 'İstan'],
  ])('finds in %j the match for %j: %j', (text, q, match) => {
    expect(findMatch(text, q)?.[1]).toBe(match)
  })

  it('does not split grapheme clusters', () => {
    expect(findMatch('👩‍👩‍👧 Biscuit', 'bis')).toEqual(['👩‍👩‍👧 ', 'Bis', 'cuit'])
  })
})

describe('extractSnippet', () => {
  it('returns a snippet of a long text that starts near the match', () => {
    const text = `${'walk '.repeat(40)}Biscuit ${'home '.repeat(40)}`
    const snippet = extractSnippet(text, 'biscuit')
    expect(snippet).toMatch(/^…[a-z ]{1,24}Biscuit [a-z ]+…$/)
    expect(snippet.length).toBeLessThan(130)
  })

  it('cuts a long text only between graphemes', () => {
    const snippet = extractSnippet(`${'🐶🐱'.repeat(60)}x${'👩‍👩‍👧'.repeat(90)}`, 'x')
    expect(snippet).toMatch(/^…(?:🐶|🐱)+x(?:👩‍👩‍👧)+…$/u)
  })

  it('returns a short text unchanged', () => {
    expect(extractSnippet('Small walk, big opinions.', 'big')).toBe('Small walk, big opinions.')
  })
})
