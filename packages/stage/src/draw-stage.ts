import type { StoryFace, StoryText } from '@pawtrait/contract/story-stage.ts'
import type { Face } from './face.ts'
import { layOutPlate, type PlatedPet } from './lay-out-plate.ts'
import { layOutWords } from './lay-out-words.ts'
import type { Shape } from './shapes.ts'

/** Text and plate over the photo. */
export type OnStage = {
  text: (StoryText & { words: string }) | null
  plate: { x: number; y: number; pet: PlatedPet } | null
}

/** Typeface of names on plates. */
export const plateFace: StoryFace = 'serif'

/** Returns the typefaces that text and plate need. */
export const facesOf = ({ text, plate }: OnStage): StoryFace[] => [
  ...new Set([...(text ? [text.face] : []), ...(plate ? [plateFace] : [])]),
]

/** Returns the shapes over the photo, with the plate in front of the text. Load all typefaces of `facesOf` first. */
export function drawStage({ text, plate }: OnStage, faceNamed: (name: StoryFace) => Face): Shape[] {
  return [
    ...(text ? layOutWords(text.words, text, faceNamed(text.face)).shapes : []),
    ...(plate ? layOutPlate(plate, plate.pet, faceNamed(plateFace)).shapes : []),
  ]
}
