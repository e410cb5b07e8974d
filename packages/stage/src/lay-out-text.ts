import type { StoryText } from '@pawtrait/contract/story-stage.ts'
import { splitGraphemes } from '@pawtrait/contract/text/graphemes.ts'
import { findGlyph, isEmoji } from './glyphs.ts'
import type { Shape } from './shapes.ts'
import { type Box, clampToSafeArea, maxElementSize, stageSize } from './stage.ts'
import { storyTextPalette } from './story-text-palette.ts'
import type { Typeface } from './typeface.ts'

const LEADING = 1.18 // line height in em, from baseline to baseline
const EMOJI = 1.16 // size in em: emoji are drawn slightly larger than letters
const PADDING = { x: 0.34, y: 0.2 } // in em: distance between the letters and the edge of their box
const OUTLINE = 0.11 // Stroke width in em. Half of the stroke is outside the letter.
const SMALLER = 0.94 // factor of each step that shrinks text until it fits
const MIN_EM = 15 // minimum font size in pixels: a text has at most 80 lines, which fit at this size

type Glyph = { letter: string; x: number; isEmoji: boolean }
type Line = { glyphs: Glyph[]; width: number }

/** Positions the characters of a text on one line, in em, without line breaks. */
export function layOutLine(text: string, face: Typeface): Line {
  const glyphs: Glyph[] = []
  let width = 0
  let before: string | null = null
  for (const letter of splitGraphemes(text)) {
    const glyph = /^\s+$/u.test(letter) ? ' ' : findGlyph(letter, face)
    if (glyph !== null && before !== null) width += face.kerning(before, glyph)
    const isPicture = glyph === null && isEmoji(letter, face)
    if (glyph !== null || isPicture) glyphs.push({ letter: glyph ?? letter, x: width, isEmoji: isPicture })
    width += glyph === null ? (isPicture ? EMOJI : 0) : face.advance(glyph)
    before = glyph
  }
  return { glyphs, width }
}

/** Splits a word that is wider than a line into parts, between letters. */
function splitWord(word: string, face: Typeface, most: number): string[] {
  const parts: string[] = []
  let part = ''
  for (const letter of splitGraphemes(word)) {
    if (part && layOutLine(part + letter, face).width > most) {
      parts.push(part)
      part = ''
    }
    part += letter
  }
  return [...parts, part]
}

/** Breaks a text into lines of at most `most` em. Keeps line breaks, and at most one empty line in a row. */
export function breakLines(text: string, face: Typeface, most: number): string[] {
  return text
    .replace(/\n(?:[^\S\n]*\n)+/gu, '\n\n')
    .split('\n')
    .flatMap((paragraph) => {
      const words = paragraph.split(/\s+/u).filter(Boolean)
      const parts = words.flatMap((word) =>
        layOutLine(word, face).width > most ? splitWord(word, face, most) : [word],
      )
      const lines: string[] = []
      for (const part of parts) {
        const last = lines.at(-1)
        if (last !== undefined && layOutLine(`${last} ${part}`, face).width <= most)
          lines[lines.length - 1] = `${last} ${part}`
        else lines.push(part)
      }
      return lines.length > 0 ? lines : ['']
    })
}

type Block = { em: number; lines: Line[]; width: number; height: number }

function blockOf(text: string, face: Typeface, em: number): Block {
  const lines = breakLines(text, face, maxElementSize.width / em - 2 * PADDING.x).map((line) => layOutLine(line, face))
  const widest = Math.max(...lines.map(({ width }) => width))
  return {
    em,
    lines,
    width: (widest + 2 * PADDING.x) * em,
    height: (lines.length * LEADING + 2 * PADDING.y) * em,
  }
}

function fitBlock(text: string, face: Typeface, size: number): Block {
  let block = blockOf(text, face, size * stageSize.width)
  while (block.height > maxElementSize.height && block.em > MIN_EM) block = blockOf(text, face, block.em * SMALLER)
  return block
}

/** Lays out centred text on the stage. Returns the box of the text and its shapes. */
export function layOutText(words: string, style: StoryText, face: Typeface): { box: Box; shapes: Shape[] } {
  const { em, lines, width, height } = fitBlock(words, face, style.size)
  const box = clampToSafeArea(style, { width, height })
  const { ink, ground, outline } = storyTextPalette[style.ink]
  const outlines: string[] = []
  const pictures: Shape[] = []
  // Distance in em from the top of a line to its baseline. It centres the letters vertically.
  const rise = (LEADING - (face.ascent + face.descent)) / 2 + face.ascent
  for (const [at, line] of lines.entries()) {
    const left = box.x + (box.width - line.width * em) / 2
    const top = box.y + (PADDING.y + at * LEADING) * em
    for (const { letter, x, isEmoji: isPicture } of line.glyphs) {
      if (!isPicture) outlines.push(face.outline(letter, left + x * em, top + rise * em, em))
      else pictures.push({ kind: 'emoji', emoji: letter, ...middled(left + x * em, top, em) })
    }
  }
  const d = outlines.join('')
  const shapes: Shape[] = [
    ...(ground ? [{ kind: 'box', ...box, radius: 0.3 * em, fill: ground } as const] : []),
    ...(outline && d
      ? [{ kind: 'path', d, fill: outline, stroke: { colour: outline, width: OUTLINE * em } } as const]
      : []),
    ...(d ? [{ kind: 'path', d, fill: ink } as const] : []),
    ...pictures,
  ]
  return { box, shapes }
}

/** Position and size of an emoji, which is vertically centred in its line. */
const middled = (x: number, top: number, em: number) => {
  const size = EMOJI * em * 0.94
  return { x: x + (EMOJI * em - size) / 2, y: top + (LEADING * em - size) / 2, size }
}
