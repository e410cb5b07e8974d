import type { PetDrawing } from '@pawtrait/contract/pets/pet-drawing.ts'
import type { PetCard } from '@pawtrait/contract/pets/pets.ts'
import type { PhotoEdit } from '@pawtrait/contract/photos/photos.ts'
import type { StoryComposition, StoryNamePlate } from '@pawtrait/contract/story-stage.ts'

/** A name plate as stored with a story: a copy of the pet's data at the time of posting. */
export type StoredNamePlate = StoryNamePlate & {
  name: string
  kind: PetDrawing
  backdrop: PetCard['backdrop']
  /** Media name of the portrait. If the portrait is deleted before rendering, the drawing of the species is used. */
  portrait: string | null
}

export type StoredComposition = Omit<StoryComposition, 'plate'> & { plate: StoredNamePlate | null }

export type PhotoStage = StoredComposition & { words: string }

/** All settings of a rendering. Without a stage the plain photo is rendered. */
export type RenderingSettings = PhotoEdit & { stage?: PhotoStage | null }
