import type { PetKind } from '@pawtrait/contract/pets/pet-kind.ts'
import type { PetCard } from '@pawtrait/contract/pets/pets.ts'
import type { PhotoEdit } from '@pawtrait/contract/photos/photos.ts'
import type { StoryComposition, StoryPlate } from '@pawtrait/contract/story-stage.ts'

/** A plate as it is kept: with the pet as it was when the story was posted. */
export type KeptPlate = StoryPlate & {
  name: string
  kind: PetKind
  backdrop: PetCard['backdrop']
  /** The media name of its portrait; where that is gone when the photo is drawn, the drawing of its kind. */
  portrait: string | null
}

/** How a story stands on its stage, as the story keeps it. */
export type KeptComposition = Omit<StoryComposition, 'plate'> & { plate: KeptPlate | null }

/** What a photo in a story is drawn with. */
export type PhotoStage = KeptComposition & { words: string }

/** Everything that makes a rendering of an original; without a stage it is the photo itself. */
export type Framing = PhotoEdit & { stage?: PhotoStage | null }
