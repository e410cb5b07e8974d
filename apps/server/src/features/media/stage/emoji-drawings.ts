import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export type EmojiDrawing = { viewBox: string; body: string }

type DrawingSet = { icons: Record<string, { body: string }>; aliases: Record<string, { parent: string }> }

const readJson = (file: string): unknown =>
  JSON.parse(readFileSync(fileURLToPath(import.meta.resolve(`@iconify-json/noto/${file}`)), 'utf8'))

const memoise = <T>(create: () => T) => {
  let cached: { value: T } | undefined
  return () => (cached ??= { value: create() }).value
}

// `chars.json` has only 0.2 MB. The larger `icons.json` is loaded only when an emoji is drawn.
const loadNames = memoise(() => readJson('chars.json') as Record<string, string>)
const loadDrawings = memoise(() => readJson('icons.json') as DrawingSet)

const listCodePoints = (emoji: string) => Array.from(emoji, (part) => part.codePointAt(0)?.toString(16) ?? '')

function findName(emoji: string): string | undefined {
  const codes = listCodePoints(emoji)
  // Code points without variation selectors, which `chars.json` omits.
  const withoutSelectors = codes.filter((code) => code !== 'fe0f' && code !== 'fe0e')
  return loadNames()[codes.join('-')] ?? loadNames()[withoutSelectors.join('-')]
}

export const hasEmojiDrawing = (emoji: string): boolean => findName(emoji) !== undefined

/** Returns an emoji as SVG. Several drawings fit into one document, because equal gradient ids mean equal gradients. */
export function findEmojiDrawing(emoji: string): EmojiDrawing | undefined {
  const name = findName(emoji)
  const { icons, aliases } = loadDrawings()
  const icon = name === undefined ? undefined : (icons[name] ?? icons[aliases[name]?.parent ?? ''])
  return icon && { viewBox: '0 0 128 128', body: icon.body }
}
