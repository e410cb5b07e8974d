import type { StoryTypeface } from '@pawtrait/contract/story-stage.ts'
import { splitGraphemes } from '@pawtrait/contract/text/graphemes.ts'
import { findMissingGlyphs, isEmoji } from '@pawtrait/stage/glyphs.ts'
import { hasEmojiDrawing } from './emoji-drawings.ts'
import { loadStoryTypeface } from './story-overlay.ts'

/**
 * Returns the characters of `text` that have no glyph in the typeface. Also returns the emoji for which there is no
 * SVG. Omits duplicates.
 */
export async function findUnsupportedLetters(text: string, name: StoryTypeface): Promise<string[]> {
  const face = await loadStoryTypeface(name)
  const undrawnEmoji = splitGraphemes(text).filter((letter) => isEmoji(letter, face) && !hasEmojiDrawing(letter))
  return [...new Set([...findMissingGlyphs(text, face), ...undrawnEmoji])]
}
