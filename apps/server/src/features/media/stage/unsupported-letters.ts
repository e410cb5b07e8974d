import type { StoryTypeface } from '@pawtrait/contract/story-stage.ts'
import { isEmoji, missingGlyphs, splitLetters } from '@pawtrait/stage/letters.ts'
import { hasEmoji } from './emoji-drawings.ts'
import { loadStoryFace } from './stage-art.ts'

/** Returns the letters and emoji of a text that cannot be drawn in a typeface, without duplicates. */
export async function findUnsupportedLetters(text: string, name: StoryTypeface): Promise<string[]> {
  const face = await loadStoryFace(name)
  const pictures = splitLetters(text).filter((letter) => isEmoji(letter, face) && !hasEmoji(letter))
  return [...new Set([...missingGlyphs(text, face), ...pictures])]
}
