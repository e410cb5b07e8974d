import { describe, expect, test } from 'vitest'
import { decodeMojibake } from './decode-mojibake.ts'

/** Encodes text as Instagram's JSON does: each UTF-8 byte becomes one character. */
const broken = (text: string) => String.fromCharCode(...new TextEncoder().encode(text))

describe('decodeMojibake', () => {
  test.each(['Café 🐕 Nyumbani', 'Müde', 'plain'])('decodes “%s” from UTF-8 bytes stored as characters', (text) => {
    expect(decodeMojibake(broken(text))).toBe(text)
  })

  test.each(['Café', 'naïve ÿ', '日本', 'plain', '', 'MAÇÃ', '«CAFÉ» ouvert', 'Voilà\u00a0!', 'É» 🐕'])(
    'returns the correct text “%s” unchanged',
    (text) => {
      expect(decodeMojibake(text)).toBe(text)
    },
  )
})

describe('decodeMojibake of a text truncated inside a character', () => {
  test.each([
    ['Biscuit’s walk café', -1, 'Biscuit’s walk caf'],
    ['Walk 🐶', -1, 'Walk '],
    ['Walk 🐶', -2, 'Walk '],
    ['Müde 🐶', -3, 'Müde '],
    ['Müde, müde', -3, 'Müde, m'],
  ])('decodes the UTF-8 bytes of “%s”, cut by slice(0, %i), as “%s”', (text, end, expected) => {
    expect(decodeMojibake(broken(text).slice(0, end))).toBe(expected)
  })

  test('removes the incomplete character before an ellipsis or at the start of the text', () => {
    expect(decodeMojibake(`${broken('Biscuit’s café').slice(0, -1)}…`)).toBe('Biscuit’s caf…')
    expect(decodeMojibake(broken('🐶 at the café').slice(1))).toBe(' at the café')
  })
})
