import type { StoryFace } from '@pawtrait/contract/story-stage.ts'

// WOFF: what reads them takes no WOFF2. A face draws a letter from the first of its files that has it.
const latin = (name: string, weight: number) =>
  ['latin', 'latin-ext'].map((part) => `${name}/files/${name.split('/')[1]}-${part}-${weight}-normal.woff`)

const serif = latin('@fontsource/young-serif', 400)

/** The files of each face, as they are called in their packages. */
export const fontFiles: Record<StoryFace, readonly string[]> = {
  serif,
  // Kikuyu's ĩ and ũ are not in it.
  sans: [...latin('@fontsource/atkinson-hyperlegible-next', 700), ...serif.slice(1)],
  hand: latin('@fontsource/caveat', 700),
}
