import { findPetDrawing } from '@pawtrait/contract/pets/pet-drawing.ts'
import type { NewStory } from '@pawtrait/contract/stories.ts'
import type { StoryComposition } from '@pawtrait/contract/story-stage.ts'
import type * as v from 'valibot'
import type { StoredStoryComposition } from '#features/media/stage/photo-stage.ts'
import { findUnsupportedLetters } from '#features/media/stage/unsupported-letters.ts'
import type { Tx } from '#platform/context.ts'
import { fieldProblem, Problem } from '#platform/problem.ts'
import { selectPetOnPlate } from './queries.ts'

/**
 * Checks that the server can draw a composition: the caption and the pet's name plate.
 * @throws Problem 'validation-failed' for an empty caption, undrawable characters, or a plate of an untagged pet
 */
export async function checkComposition(
  { text, plate }: StoryComposition,
  { caption, pets }: v.InferOutput<typeof NewStory>,
): Promise<void> {
  if (text && caption === '') throw fieldProblem('composition.text', 'no-words', 'Type the text first.')
  const missing = text ? await findUnsupportedLetters(caption, text.face) : []
  if (missing.length > 0)
    throw fieldProblem('composition.text', 'undrawable', 'We can’t draw some of these letters on the photo.')
  if (plate && !pets.includes(plate.pet))
    throw fieldProblem('composition.plate', 'not-tagged', 'Only a pet that the story shows can have a plate.')
}

/**
 * Returns the composition to store. Its plate contains a copy of the pet's name, portrait, backdrop and kind.
 * @throws Problem 'not-found' for a deleted pet
 */
export async function toStoredComposition(
  tx: Tx,
  { plate, ...rest }: StoryComposition,
): Promise<StoredStoryComposition> {
  if (!plate) return { ...rest, plate }
  const pet = await selectPetOnPlate(tx.db, plate.pet)
  if (!pet) throw new Problem('not-found', 'This pet is not available.')
  const { species, breed, ...look } = pet
  return { ...rest, plate: { ...plate, ...look, kind: findPetDrawing({ species, breed }) } }
}
