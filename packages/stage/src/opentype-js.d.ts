declare module 'opentype.js/dist/opentype.mjs' {
  type Glyph = {
    advanceWidth?: number
    getPath(x: number, y: number, fontSize: number): { toPathData(decimals: number): string }
  }
  type Font = {
    unitsPerEm: number
    ascender: number
    descender: number
    charToGlyph(letter: string): Glyph
    /** 0: there is none. */
    charToGlyphIndex(letter: string): number
    getKerningValue(left: Glyph, right: Glyph): number
  }
  export function parse(file: ArrayBuffer): Font
}
