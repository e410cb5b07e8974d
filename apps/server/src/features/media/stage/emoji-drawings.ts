import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** A drawing of an emoji: markup of SVG, and the box it is drawn in. */
export type EmojiDrawing = { viewBox: string; body: string }

type Drawings = { icons: Record<string, { body: string }>; aliases: Record<string, { parent: string }> }

const read = (file: string): unknown =>
  JSON.parse(readFileSync(fileURLToPath(import.meta.resolve(`@iconify-json/noto/${file}`)), 'utf8'))

const once = <T>(make: () => T) => {
  let made: { value: T } | undefined
  return () => (made ??= { value: make() }).value
}

// Names by code points, 0.2 MB; the drawings themselves only where something is drawn.
const names = once(() => read('chars.json') as Record<string, string>)
const drawings = once(() => read('icons.json') as Drawings)

// As a text writes it, with or without the mark that asks for a picture.
const codesOf = (emoji: string) => Array.from(emoji, (part) => part.codePointAt(0)?.toString(16) ?? '')

function nameOf(emoji: string): string | undefined {
  const codes = codesOf(emoji)
  const bare = codes.filter((code) => code !== 'fe0f' && code !== 'fe0e')
  return names()[codes.join('-')] ?? names()[bare.join('-')]
}

/** Whether there is a drawing of an emoji. */
export const hasEmoji = (emoji: string): boolean => nameOf(emoji) !== undefined

/** The drawing of an emoji; where two have a name within them in common, as of a gradient, it means the same. */
export function emojiDrawing(emoji: string): EmojiDrawing | undefined {
  const name = nameOf(emoji)
  const { icons, aliases } = drawings()
  const icon = name === undefined ? undefined : (icons[name] ?? icons[aliases[name]?.parent ?? ''])
  return icon && { viewBox: '0 0 128 128', body: icon.body }
}
