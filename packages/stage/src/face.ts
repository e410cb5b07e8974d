import { parse } from 'opentype.js/dist/opentype.mjs'

/** A typeface as it is laid out and drawn; lengths in em. */
export type Face = {
  ascent: number
  descent: number
  /** Whether there is a glyph for this letter. */
  has: (letter: string) => boolean
  advance: (letter: string) => number
  /** What is added between two letters. */
  kerning: (left: string, right: string) => number
  /** The outline, from a baseline in pixels. */
  outline: (letter: string, x: number, y: number, em: number) => string
}

/** Decimals of an outline: a hundredth of a pixel is seen by nobody. */
const DECIMALS = 2

/** A face of the files it comes in, each with letters of its own; the first one that has a letter draws it. */
export function faceOf(files: readonly ArrayBuffer[]): Face {
  const fonts = files.map((file) => parse(file))
  const [main] = fonts
  if (!main) throw new Error('a face without files')
  const fontOf = (letter: string) => fonts.find((font) => font.charToGlyphIndex(letter) > 0)
  return {
    ascent: main.ascender / main.unitsPerEm,
    descent: -main.descender / main.unitsPerEm,
    has: (letter) => fontOf(letter) !== undefined,
    advance: (letter) => {
      const font = fontOf(letter)
      return font ? (font.charToGlyph(letter).advanceWidth ?? 0) / font.unitsPerEm : 0
    },
    kerning: (left, right) => {
      const font = fontOf(left)
      if (!font || font !== fontOf(right)) return 0
      return font.getKerningValue(font.charToGlyph(left), font.charToGlyph(right)) / font.unitsPerEm
    },
    outline: (letter, x, y, em) => fontOf(letter)?.charToGlyph(letter).getPath(x, y, em).toPathData(DECIMALS) ?? '',
  }
}
