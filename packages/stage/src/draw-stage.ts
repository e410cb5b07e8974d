import type { StoryText, StoryTypeface } from '@pawtrait/contract/story-stage.ts'
import type { Face } from './face.ts'
import { layOutPlate, type PlatedPet } from './lay-out-plate.ts'
import { layOutWords } from './lay-out-words.ts'
import type { Shape } from './shapes.ts'

/** Text and plate over the photo. */
export type StageElements = {
  text: (StoryText & { words: string }) | null
  plate: { x: number; y: number; pet: PlatedPet } | null
}

/** Typeface of names on plates. */
export const plateFace: StoryTypeface = 'serif'

/** Typefaces needed to draw this. */
export const facesOf = ({ text, plate }: StageElements): StoryTypeface[] => [
  ...new Set([...(text ? [text.face] : []), ...(plate ? [plateFace] : [])]),
]

/** Shapes over the photo, the plate in front of the text. All typefaces of `facesOf` must be loaded. */
export function drawStage({ text, plate }: StageElements, faceNamed: (name: StoryTypeface) => Face): Shape[] {
  return [
    ...(text ? layOutWords(text.words, text, faceNamed(text.face)).shapes : []),
    ...(plate ? layOutPlate(plate, plate.pet, faceNamed(plateFace)).shapes : []),
  ]
}
