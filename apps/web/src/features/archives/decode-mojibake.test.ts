import { describe, expect, test } from 'vitest'
import { decodeMojibake } from './decode-mojibake.ts'

/** Encodes text like Instagram's JSON does, with each UTF-8 byte as one character. */
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

describe('decodeMojibake of a text that was cut inside a character', () => {
  test.each([
    ['Biscuit’s walk café', -1, 'Biscuit’s walk caf'],
    ['Walk 🐶', -1, 'Walk '],
    ['Walk 🐶', -2, 'Walk '],
    ['Müde 🐶', -3, 'Müde '],
    ['Müde, müde', -3, 'Müde, m'],
  ])('decodes all other characters of “%s” without its last bytes (%i)', (text, end, expected) => {
    expect(decodeMojibake(broken(text).slice(0, end))).toBe(expected)
  })

  test('decodes the text before an ellipsis, and after a cut at its start', () => {
    expect(decodeMojibake(`${broken('Biscuit’s café').slice(0, -1)}…`)).toBe('Biscuit’s caf…')
    expect(decodeMojibake(broken('🐶 at the café').slice(1))).toBe(' at the café')
  })
})
