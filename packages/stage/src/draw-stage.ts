import type { StoryFace, StoryText } from '@pawtrait/contract/story-stage.ts'
import type { Face } from './face.ts'
import { layOutPlate, type PlatedPet } from './lay-out-plate.ts'
import { layOutWords } from './lay-out-words.ts'
import type { Shape } from './shapes.ts'

/** What is put on a stage over the photo. */
export type OnStage = {
  text: (StoryText & { words: string }) | null
  plate: { x: number; y: number; pet: PlatedPet } | null
}

/** The face that names stand in on plates. */
export const plateFace: StoryFace = 'serif'

/** The faces that are needed to draw this. */
export const facesOf = ({ text, plate }: OnStage): StoryFace[] => [
  ...new Set([...(text ? [text.face] : []), ...(plate ? [plateFace] : [])]),
]

/** All that lies over the photo, the plate in front of the words. Every face of `facesOf` has to be there. */
export function drawStage({ text, plate }: OnStage, faceNamed: (name: StoryFace) => Face): Shape[] {
  return [
    ...(text ? layOutWords(text.words, text, faceNamed(text.face)).shapes : []),
    ...(plate ? layOutPlate(plate, plate.pet, faceNamed(plateFace)).shapes : []),
  ]
}
