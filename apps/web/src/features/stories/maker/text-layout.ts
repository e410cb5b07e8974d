import type { StoryText, StoryTypeface } from '@pawtrait/contract/story-stage.ts'
import { plateFace } from '@pawtrait/stage/draw-stage.ts'
import { type Face, faceOf } from '@pawtrait/stage/face.ts'
import { layOutPlate, type PlatedPet } from '@pawtrait/stage/lay-out-plate.ts'
import { layOutWords } from '@pawtrait/stage/lay-out-words.ts'
import hand from '@pawtrait/stage/letters/hand.letters?url'
import sans from '@pawtrait/stage/letters/sans.letters?url'
import serif from '@pawtrait/stage/letters/serif.letters?url'
import { lettersWithoutGlyph } from '@pawtrait/stage/letters.ts'

const addresses: Record<StoryTypeface, string> = { serif, sans, hand }
const faces = new Map<StoryTypeface, Face>()

async function faceNamed(name: StoryTypeface): Promise<Face> {
  const answer = faces.get(name) ?? (await fetch(addresses[name]))
  if (!(answer instanceof Response)) return answer
  if (!answer.ok) throw new Error(`The font failed to load: HTTP ${answer.status}`)
  const face = faceOf(await answer.text())
  faces.set(name, face)
  return face
}

/** Loads a font, and returns the functions that lay out text and plates exactly as the server does. */
export async function loadTextLayout(name: StoryTypeface) {
  const face = await faceNamed(name)
  const namesFace = name === plateFace ? face : await faceNamed(plateFace)
  return {
    words: (words: string, style: StoryText) => layOutWords(words, style, face),
    plate: (at: { x: number; y: number }, pet: PlatedPet) => layOutPlate(at, pet, namesFace),
    lettersWithoutGlyph: (words: string) => lettersWithoutGlyph(words, face),
  }
}

export type TextLayout = Awaited<ReturnType<typeof loadTextLayout>>
