import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { cleanText, NameText } from './clean-text.ts'

describe('cleanText', () => {
  it.each([
    ['Persian joiners', 'گربه‌های ما می‌خوابند'],
    ['Kurdish joiners', 'پشیله‌کان'],
    ['Hindi half forms', 'क्‍षत्रिय कुत्ता'],
    ['Hebrew marks of direction', 'הכלב שלי בן C++‏!'],
    ['Burmese vowel signs', 'မျှော်လင့်တယ်'],
    ['Tibetan vowel signs', 'ཧཱུྃཾཿ'],
    ['emoji of several people', '👩🏾‍🦰 👩‍❤️‍💋‍👩 🏴‍☠️'],
    ['Thai tone marks', 'ที่นี่น้ำ'],
    ['Vietnamese', 'chó ở nhà'],
    ['Hangul', '강아지'],
  ])('keeps %s', (_, text) => {
    expect(cleanText(text)).toBe(text.normalize('NFC'))
  })

  it('removes characters that hide or reorder text', () => {
    expect(cleanText('ab\u200Bc\u202Ed\u2066e\u2060f\uFEFF')).toBe('abcdef')
  })

  it('keeps at most four stacked combining marks per letter, even with joiners between the marks', () => {
    expect(cleanText(`x${'\u0336'.repeat(12)}`)).toBe(`x${'\u0336'.repeat(4)}`)
    expect(cleanText(`x${'\u0336\u200C'.repeat(12)}y`).match(/\u0336/g)).toHaveLength(4)
    expect(cleanText(`ส${'\u0E49'.repeat(12)}`)).toBe(`ส${'\u0E49'.repeat(4)}`)
  })

  it('returns an empty text for a text of invisible characters', () => {
    expect(cleanText('\u200E\u200D \u2800\u115F')).toBe('')
  })
})

it('NameText removes U+200C and direction marks, which could imitate another name', () => {
  const parse = (name: string) => v.parse(NameText(60, 'Type your name.'), name)
  expect(parse('Ami\u200Cna\u200F O')).toBe('Amina O')
  expect(() => parse('\u200E')).toThrow('Type your name.')
})
