declare module 'opentype.js/dist/opentype.mjs' {
  type Step = { type: string } & Partial<Record<'x1' | 'y1' | 'x2' | 'y2' | 'x' | 'y', number>>
  type Glyph = {
    advanceWidth?: number
    getPath(x: number, y: number, fontSize: number): { commands: readonly Step[] }
  }
  type Font = {
    unitsPerEm: number
    ascender: number
    descender: number
    charToGlyph(letter: string): Glyph
    /** Returns 0 when the font has no glyph for the letter. */
    charToGlyphIndex(letter: string): number
    getKerningValue(left: Glyph, right: Glyph): number
  }
  export function parse(file: ArrayBuffer): Font
}
