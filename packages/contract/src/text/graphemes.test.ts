import { describe, expect, it } from 'vitest'
import { countGraphemes, truncateToWidth, truncateWithEllipsis } from './graphemes.ts'

describe('truncateWithEllipsis', () => {
  it('never splits a grapheme', () => {
    const dog = `${'a'.repeat(58)}\u{1F415} and more`
    for (let width = 1; width < 70; width++) expect(truncateWithEllipsis(dog, width).isWellFormed()).toBe(true)
    expect(truncateWithEllipsis('👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧', 4)).toBe('👩‍👩‍👧👩‍👩‍👧…')
    expect(truncateWithEllipsis('ක්‍රක්‍රක්‍ර', 1)).toMatch(/^ක්‍ර?…$/)
  })

  it('cuts at the last space when it is near the limit', () => {
    expect(truncateWithEllipsis('Small walk, big opinions.', 22)).toBe('Small walk, big…')
    expect(truncateWithEllipsis('Small walk', 10)).toBe('Small walk')
  })

  it('cuts at the limit when the last space is far from it', () => {
    const text = `こ ${'の子は三歳の柴犬で、雨の日には家の中で静かに窓の外を見ています。'.repeat(8)}`
    const cut = truncateWithEllipsis(text, 240)
    expect(countGraphemes(cut)).toBeGreaterThan(110)
    expect(truncateToWidth(cut.slice(0, -1), 240)).toBe(cut.slice(0, -1))
  })
})
