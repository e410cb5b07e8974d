import type { PetDrawing } from '@pawtrait/contract/pets/pet-drawing.ts'
import type { PetCard } from '@pawtrait/contract/pets/pets.ts'
import type { PhotoEdit } from '@pawtrait/contract/photos/photos.ts'
import type { StoryComposition, StoryNamePlate } from '@pawtrait/contract/story-stage.ts'

/** Name plate stored with a story: a copy of the pet's data at the time when the story was posted. */
export type StoredNamePlate = StoryNamePlate & {
  name: string
  kind: PetDrawing
  backdrop: PetCard['backdrop']
  /** Media name of the portrait. If it is deleted before rendering, a drawing of the species replaces it. */
  portrait: string | null
}

export type StoredStoryComposition = Omit<StoryComposition, 'plate'> & { plate: StoredNamePlate | null }

export type PhotoStage = StoredStoryComposition & { words: string }

/** All settings of a rendering. `stage`: the layout of a story. Without it, the rendering shows only the photo. */
export type RenderingSettings = PhotoEdit & { stage?: PhotoStage | null }
