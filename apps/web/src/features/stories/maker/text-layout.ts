import type { StoryText, StoryTypeface } from '@pawtrait/contract/story-stage.ts'
import { plateTypeface } from '@pawtrait/stage/draw-stage.ts'
import { findMissingGlyphs } from '@pawtrait/stage/glyphs.ts'
import { layOutPlate, type PetOnPlate } from '@pawtrait/stage/lay-out-plate.ts'
import { layOutText } from '@pawtrait/stage/lay-out-text.ts'
import hand from '@pawtrait/stage/letters/hand.letters?url'
import sans from '@pawtrait/stage/letters/sans.letters?url'
import serif from '@pawtrait/stage/letters/serif.letters?url'
import { parseTypeface, type Typeface } from '@pawtrait/stage/typeface.ts'

const addresses: Record<StoryTypeface, string> = { serif, sans, hand }
const faces = new Map<StoryTypeface, Typeface>()

async function loadTypeface(name: StoryTypeface): Promise<Typeface> {
  const answer = faces.get(name) ?? (await fetch(addresses[name]))
  if (!(answer instanceof Response)) return answer
  if (!answer.ok) throw new Error(`The font failed to load: HTTP ${answer.status}`)
  const face = parseTypeface(await answer.text())
  faces.set(name, face)
  return face
}

/** Loads a font, and returns the functions that lay out text and plates exactly as the server does. */
export async function loadTextLayout(name: StoryTypeface) {
  const face = await loadTypeface(name)
  const namesFace = name === plateTypeface ? face : await loadTypeface(plateTypeface)
  return {
    words: (text: string, style: StoryText) => layOutText(text, style, face),
    plate: (at: { x: number; y: number }, pet: PetOnPlate) => layOutPlate(at, pet, namesFace),
    missingGlyphs: (text: string) => findMissingGlyphs(text, face),
  }
}

export type TextLayout = Awaited<ReturnType<typeof loadTextLayout>>
