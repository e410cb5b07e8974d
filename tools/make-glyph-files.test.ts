import { readFileSync } from 'node:fs'
import { storyTypefaces } from '@pawtrait/contract/story-stage.ts'
import { expect, it } from 'vitest'
import { makeGlyphFile } from './make-glyph-files.ts'

const stored = (name: string) =>
  readFileSync(new URL(`../packages/stage/letters/${name}.letters`, import.meta.url), 'utf8')

it.each(storyTypefaces)('makeGlyphFile returns the same text as the stored glyph file of the typeface %s', (name) => {
  expect(stored(name).length).toBeGreaterThan(50_000)
  expect(makeGlyphFile(name) === stored(name)).toBe(true)
})
