import { readFile } from 'node:fs/promises'
import { type StoryText, storyTextColours, storyTypefaces } from '@pawtrait/contract/story-stage.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { findMissingGlyphs } from './glyphs.ts'
import { breakLines, layOutLine, layOutText } from './lay-out-text.ts'
import { stageSize } from './stage.ts'
import { storyTextPalette } from './story-text-palette.ts'
import { parseTypeface, type Typeface } from './typeface.ts'

const faces = new Map<string, Typeface>()
const face = (name: string): Typeface => {
  const found = faces.get(name)
  if (!found) throw new Error(name)
  return found
}
beforeAll(async () => {
  for (const name of storyTypefaces)
    faces.set(name, parseTypeface(await readFile(new URL(`../letters/${name}.letters`, import.meta.url), 'utf8')))
})

const plain: StoryText = { x: 0.5, y: 0.5, ink: 'paper', face: 'serif', size: 0.09 }
const pathsOf = (words: string, style: StoryText) =>
  layOutText(words, style, face(style.face)).shapes.flatMap((shape) => (shape.kind === 'path' ? [shape.d] : []))

describe('line layout', () => {
  it.each(storyTypefaces)('breakLines in typeface %s returns lines that fit the width and keep all words', (name) => {
    const text = 'Diani, low tide, no leash. Kiko ran all the way to Ukunda and back again'
    const lines = breakLines(text, face(name), 6)
    expect(lines.length).toBeGreaterThan(4)
    for (const line of lines) expect(layOutLine(line, face(name)).width).toBeLessThanOrEqual(6)
    expect(lines.join(' ')).toBe(text)
  })

  it('breakLines breaks at newlines, and within a word that is wider than a line', () => {
    expect(breakLines('one\ntwo  three', face('sans'), 20)).toEqual(['one', 'two three'])
    const parts = breakLines('Donaudampfschifffahrt', face('sans'), 4)
    expect(parts.length).toBeGreaterThan(2)
    expect(parts.join('')).toBe('Donaudampfschifffahrt')
  })

  it('layOutLine applies kerning: "AV" is narrower than "A" and "V" together', () => {
    const [together, apart] = [layOutLine('AV', face('serif')), layOutLine('AXV', face('serif'))]
    expect(together.width).toBeLessThan(layOutLine('A', face('serif')).width + layOutLine('V', face('serif')).width)
    expect(apart.glyphs).toHaveLength(3)
  })
})

describe('layOutText', () => {
  it.each([
    ['at the top left', { x: 0, y: 0 }],
    ['at the bottom right', { x: 1, y: 1 }],
  ])('keeps text %s inside the safe area', (_, at) => {
    const { box } = layOutText('Low tide', { ...plain, ...at }, face('serif'))
    expect(box.x).toBeGreaterThanOrEqual(40)
    expect(box.y).toBeGreaterThanOrEqual(200)
    expect(box.x + box.width).toBeLessThanOrEqual(stageSize.width - 40)
    expect(box.y + box.height).toBeLessThanOrEqual(stageSize.height - 180)
  })

  it.each([
    ['empty lines', `a${'\n'.repeat(118)}b`],
    ['lines of one letter', 'a\n'.repeat(60).trim()],
    ['lines of one letter with an empty one between', 'a\n\n'.repeat(40).trim()],
  ])('keeps text of maximum length inside the safe area: %s', (_, words) => {
    for (const size of [0.05, 0.2]) {
      const { box } = layOutText(words, { ...plain, size }, face('serif'))
      expect(box.y).toBeGreaterThanOrEqual(200)
      expect(box.y + box.height).toBeLessThanOrEqual(stageSize.height - 180)
    }
  })

  it('reduces the size of text that does not fit', () => {
    const many = 'So many words that they need more. '.repeat(4).slice(0, 120)
    const { box } = layOutText(many, { ...plain, size: 0.17 }, face('sans'))
    expect(box.height).toBeLessThanOrEqual(1540)
    expect(box.height).toBeGreaterThan(1200)
  })

  it('draws text as outlines, so that the output contains no characters of the text', () => {
    const paths = pathsOf('<b>"&amp;\'</b>', plain)
    expect(paths).toHaveLength(1)
    expect(paths[0]).toMatch(/^[Mmlqcz\d.\s-]+$/)
  })

  it('adds an outline in another colour to text without a box behind it', () => {
    expect(pathsOf('Low tide', { ...plain, ink: 'white' })).toHaveLength(2)
    expect(pathsOf('Low tide', plain)).toHaveLength(1)
  })

  it('draws each emoji as a picture, and a joined emoji sequence as one picture', () => {
    const { shapes } = layOutText('Kiko 🐶❤ 👩‍👩‍👧‍👦', plain, face('serif'))
    expect(shapes.flatMap((shape) => (shape.kind === 'emoji' ? [shape.emoji] : []))).toEqual(['🐶', '❤', '👩‍👩‍👧‍👦'])
  })
})

describe('findMissingGlyphs', () => {
  it.each(storyTypefaces)('returns only characters that the typeface %s lacks', (name) => {
    expect(findMissingGlyphs('Ährenfeld, łódź, “Kĩambũ” 100 % ©', face(name))).toEqual([])
    expect(findMissingGlyphs('Kiko 🐶 ❤️ ☀', face(name))).toEqual([])
    expect(findMissingGlyphs('小黑 and مرحبا', face(name))).toEqual(['小', '黑', 'م', 'ر', 'ح', 'ب', 'ا'])
    expect(findMissingGlyphs('🇰🇪 1️⃣ 🏴󠁧󠁢󠁳󠁣󠁴󠁿', face(name))).toEqual(['🇰🇪', '1️⃣', '🏴󠁧󠁢󠁳󠁣󠁴󠁿'])
  })
})

const channel = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
const luminance = (colour: string) => {
  const [red, green, blue] = [1, 3, 5].map((at) => channel(Number.parseInt(colour.slice(at, at + 2), 16) / 255))
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0)
}

it.each(storyTextColours)('the text colour %s has a contrast above 7:1 to its background or outline', (name) => {
  const { ink, ground, outline } = storyTextPalette[name]
  const [one, other] = [luminance(ink), luminance(ground ?? outline ?? ink)]
  expect((Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)).toBeGreaterThan(7)
})
