import { describe, expect, it } from 'vitest'
import { findMatch, snippetOf } from './find-match.ts'

describe('what matched', () => {
  it('is found whatever its case and accents', () => {
    expect(findMatch('Ángel Mutua', 'an')).toEqual(['', 'Án', 'gel Mutua'])
    expect(findMatch('Gabi', 'BI')).toEqual(['Ga', 'bi', ''])
    expect(findMatch('Zoë', 'zoe')).toEqual(['', 'Zoë', ''])
  })

  it('leaves out the sign of a tag or a username', () => {
    expect(findMatch('sploot', '#splo')).toEqual(['', 'splo', 'ot'])
    expect(findMatch('amina.o', '@amina')).toEqual(['', 'amina', '.o'])
  })

  it('is nothing when it does not stand there or nothing is sought', () => {
    expect(findMatch('Biscuit', 'xolo')).toBe(null)
    expect(findMatch('Biscuit', ' ')).toBe(null)
  })

  it('keeps letters of several signs whole', () => {
    expect(findMatch('👩‍👩‍👧 Biscuit', 'bis')).toEqual(['👩‍👩‍👧 ', 'Bis', 'cuit'])
  })
})

describe('the words around a match', () => {
  it('begin near it in a long text', () => {
    const text = `${'walk '.repeat(40)}Biscuit ${'home '.repeat(40)}`
    const snippet = snippetOf(text, 'biscuit')
    expect(snippet).toMatch(/^…[a-z ]{1,24}Biscuit [a-z ]+…$/)
    expect(snippet.length).toBeLessThan(130)
  })

  it('are all of a short text', () => {
    expect(snippetOf('Small walk, big opinions.', 'big')).toBe('Small walk, big opinions.')
  })
})
