/** `node tools/make-glyph-files.ts` writes the glyph files of the story typefaces. Run it after changing a font. */
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type StoryTypeface, storyTypefaces } from '@pawtrait/contract/story-stage.ts'
import { parse, type Step } from 'opentype.js/dist/opentype.mjs'

const latin = (name: string, weight: number) =>
  ['latin', 'latin-ext'].map((part) => `@fontsource/${name}/files/${name}-${part}-${weight}-normal.woff`)

const serif = latin('young-serif', 400)

// Font files of each typeface. The first file that contains a character provides its glyph.
const files: Record<StoryTypeface, readonly string[]> = {
  serif,
  // The font Atkinson Hyperlegible Next lacks the letters ĩ and ũ of Kikuyu. The second file of `serif` contains them.
  sans: [...latin('atkinson-hyperlegible-next', 700), ...serif.slice(1)],
  hand: latin('caveat', 700),
}

const EM = 1000
// Unicode ranges: Latin to Latin Extended-A, punctuation and symbols. `dotted` adds letters of Igbo and Yoruba.
const ranges = [
  [0x20, 0x17f],
  [0x2000, 0x22ff],
]
const dotted = 'ẸẹẼẽỊịỌọỤụṢṣḤḥẒẓ'
// Characters for which kerning is stored. Accented letters use the kerning of their base letter.
const kerned = Array.from({ length: 0x7f - 0x20 }, (_, at) => String.fromCodePoint(0x20 + at))

/** Returns an outline as path data with integers. Each step is relative to the step before. */
function outlineOf(commands: readonly Step[]): string {
  let [x, y] = [0, 0]
  let start = [x, y] as const
  const steps = commands.map(({ type, ...at }) => {
    if (type === 'Z') {
      ;[x, y] = start
      return 'z'
    }
    const points = [[at.x1, at.y1] as const, [at.x2, at.y2] as const, [at.x, at.y] as const]
    const numbers = points.flatMap(([px, py]) =>
      px === undefined || py === undefined ? [] : [Math.round(px) - x, Math.round(py) - y],
    )
    ;[x, y] = [Math.round(at.x ?? x), Math.round(at.y ?? y)]
    if (type === 'M') start = [x, y]
    if (numbers.every((number) => number === 0)) return ''
    return `${type.toLowerCase()}${numbers.join(' ').replaceAll(' -', '-')}`
  })
  return steps.join('')
}

/** Returns the glyph file of a typeface, in the format that `packages/stage/src/typeface.ts` reads. */
export function makeGlyphFile(name: StoryTypeface): string {
  const fonts = files[name].map((file) => {
    const { buffer } = new Uint8Array(readFileSync(fileURLToPath(import.meta.resolve(file))))
    return parse(buffer)
  })
  const fontOf = (letter: string) => fonts.find((font) => font.charToGlyphIndex(letter) > 0)
  const main = fontOf('A')
  if (!main) throw new Error(`the font ${name} has no letters`)
  const units = (value: number, font: typeof main) => Math.round((value * EM) / font.unitsPerEm)
  const inRanges = ranges.flatMap(([first = 0, last = 0]) =>
    Array.from({ length: last - first + 1 }, (_, at) => String.fromCodePoint(first + at)),
  )
  const letters = [...inRanges, ...Array.from(dotted)]
  const glyphs = letters.flatMap((letter) => {
    const font = fontOf(letter)
    if (!font) return []
    const glyph = font.charToGlyph(letter)
    return [`${letter}\t${units(glyph.advanceWidth ?? 0, font)}\t${outlineOf(glyph.getPath(0, 0, EM).commands)}`]
  })
  const pairs = kerned.map((left) => {
    const values = kerned.flatMap((right) => {
      const value = units(main.getKerningValue(main.charToGlyph(left), main.charToGlyph(right)), main)
      return value === 0 ? [] : [`${right}${value}`]
    })
    return values.length > 0 ? [`${left}\t${values.join('\t')}`] : []
  })
  const head = `${units(main.ascender, main)}\t${units(-main.descender, main)}`
  return `${head}\n${glyphs.join('\n')}\n\n${pairs.flat().join('\n')}\n`
}

if (import.meta.main)
  for (const name of storyTypefaces)
    writeFileSync(new URL(`../packages/stage/letters/${name}.letters`, import.meta.url), makeGlyphFile(name))
