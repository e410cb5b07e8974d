import { readFileSync } from 'node:fs'
import { storyFaces } from '@pawtrait/contract/story-stage.ts'
import { expect, it } from 'vitest'
import { lettersFile } from './make-letters.ts'

const kept = (name: string) =>
  readFileSync(new URL(`../packages/stage/letters/${name}.letters`, import.meta.url), 'utf8')

it.each(storyFaces)('the letters of %s are those of its font', (name) => {
  expect(kept(name).length).toBeGreaterThan(50_000)
  expect(lettersFile(name) === kept(name)).toBe(true)
})
