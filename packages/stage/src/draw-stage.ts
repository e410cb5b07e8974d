import type { StoryText, StoryTypeface } from '@pawtrait/contract/story-stage.ts'
import { layOutPlate, type PetOnPlate } from './lay-out-plate.ts'
import { layOutText } from './lay-out-text.ts'
import type { Shape } from './shapes.ts'
import type { Typeface } from './typeface.ts'

/** Text and name plate that are drawn over a story's photo. */
export type StageOverlay = {
  text: (StoryText & { words: string }) | null
  plate: { x: number; y: number; pet: PetOnPlate } | null
}

/** Typeface of the names on name plates. */
export const plateTypeface: StoryTypeface = 'serif'

/** Returns the typefaces that `drawStage` needs for the text and the name plate. */
export const findRequiredTypefaces = ({ text, plate }: StageOverlay): StoryTypeface[] => [
  ...new Set([...(text ? [text.face] : []), ...(plate ? [plateTypeface] : [])]),
]

/**
 * Returns the shapes to draw over the photo, back to front: the text, then the name plate. Load the typefaces of
 * `findRequiredTypefaces` first.
 */
export function drawStage({ text, plate }: StageOverlay, faceNamed: (name: StoryTypeface) => Typeface): Shape[] {
  return [
    ...(text ? layOutText(text.words, text, faceNamed(text.face)).shapes : []),
    ...(plate ? layOutPlate(plate, plate.pet, faceNamed(plateTypeface)).shapes : []),
  ]
}
