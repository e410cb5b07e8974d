import { describe, expect, it } from 'vitest'
import { findMentionAtCaret } from './mention-at-caret.ts'

const at = (text: string) => findMentionAtCaret(text, text.length)

describe('findMentionAtCaret', () => {
  it('returns the name being typed at the caret', () => {
    expect(at('@')).toEqual({ typed: '@', from: 0 })
    expect(at('Radar and @bri')).toEqual({ typed: '@bri', from: 10 })
    expect(at('(@wanjiru.k')).toEqual({ typed: '@wanjiru.k', from: 1 })
    expect(at('wow\n#corgi')).toEqual({ typed: '#corgi', from: 4 })
    expect(findMentionAtCaret('@bri and more', 3)).toEqual({ typed: '@br', from: 0 })
  })

  it('returns null for text without a name at the caret', () => {
    for (const text of ['', 'bri', 'me@home', 'https://a.example/@bri', '@bri ', '##', 'a#b', '@@'])
      expect({ text, found: at(text) }).toEqual({ text, found: null })
  })
})
