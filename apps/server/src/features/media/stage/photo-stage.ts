import type { PetKind } from '@pawtrait/contract/pets/pet-kind.ts'
import type { PetCard } from '@pawtrait/contract/pets/pets.ts'
import type { PhotoEdit } from '@pawtrait/contract/photos/photos.ts'
import type { StoryComposition, StoryPlate } from '@pawtrait/contract/story-stage.ts'

/** A name plate as stored with a story: a copy of the pet's data at the time of posting. */
export type StoredPlate = StoryPlate & {
  name: string
  kind: PetKind
  backdrop: PetCard['backdrop']
  /** Media name of the portrait. If the portrait is deleted before rendering, the drawing of the species is used. */
  portrait: string | null
}

export type StoredComposition = Omit<StoryComposition, 'plate'> & { plate: StoredPlate | null }

export type PhotoStage = StoredComposition & { words: string }

/** All settings of a rendering. Without a stage the plain photo is rendered. */
export type RenderingSettings = PhotoEdit & { stage?: PhotoStage | null }
