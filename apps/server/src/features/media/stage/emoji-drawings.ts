import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export type EmojiDrawing = { viewBox: string; body: string }

type Drawings = { icons: Record<string, { body: string }>; aliases: Record<string, { parent: string }> }

const read = (file: string): unknown =>
  JSON.parse(readFileSync(fileURLToPath(import.meta.resolve(`@iconify-json/noto/${file}`)), 'utf8'))

const once = <T>(make: () => T) => {
  let cached: { value: T } | undefined
  return () => (cached ??= { value: make() }).value
}

// `chars.json` has only 0.2 MB. The larger `icons.json` is loaded only when an emoji is drawn.
const names = once(() => read('chars.json') as Record<string, string>)
const drawings = once(() => read('icons.json') as Drawings)

const codesOf = (emoji: string) => Array.from(emoji, (part) => part.codePointAt(0)?.toString(16) ?? '')

function nameOf(emoji: string): string | undefined {
  const codes = codesOf(emoji)
  // Code points without variation selectors, which `chars.json` omits.
  const bare = codes.filter((code) => code !== 'fe0f' && code !== 'fe0e')
  return names()[codes.join('-')] ?? names()[bare.join('-')]
}

export const hasEmojiDrawing = (emoji: string): boolean => nameOf(emoji) !== undefined

/** Returns an emoji as SVG. Drawings in one document share a gradient id only if their gradients are equal. */
export function findEmojiDrawing(emoji: string): EmojiDrawing | undefined {
  const name = nameOf(emoji)
  const { icons, aliases } = drawings()
  const icon = name === undefined ? undefined : (icons[name] ?? icons[aliases[name]?.parent ?? ''])
  return icon && { viewBox: '0 0 128 128', body: icon.body }
}
