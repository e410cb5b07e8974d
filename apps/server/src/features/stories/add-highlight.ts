import type { PetId, StoryId } from '@pawtrait/contract/ids.ts'
import { type HighlightState, maxHighlights } from '@pawtrait/contract/stories.ts'
import { deletePhotos } from '#features/media/delete-photos.ts'
import { recordAction } from '#features/pets/record-action.ts'
import { requirePetPermission } from '#features/pets/require-pet-permission.ts'
import type { UserContext } from '#platform/context.ts'
import { Problem } from '#platform/problem.ts'
import { deleteExpiredStory } from './expired-story-queries.ts'
import {
  deleteHighlight,
  insertHighlight,
  lockHighlights,
  selectHighlightCount,
  selectHighlightOfOwnPet,
} from './queries.ts'
import { requireOwnStory, requireVisibleStory, storyNotFoundProblem } from './visible-story.ts'

/**
 * Adds the viewer's story to a pet's highlights, which show the story even after its 24 hours.
 * @throws Problem 'not-found' for an invisible story or pet; 'forbidden' for a story of another user, or if the viewer
 *   may not edit the pet's highlights; 'conflict' when the pet has 100 highlights.
 */
export async function addHighlight(ctx: UserContext, storyId: StoryId, petId: PetId): Promise<HighlightState> {
  const story = await requireOwnStory(ctx, storyId)
  const pet = await requirePetPermission(ctx, petId, 'highlight')
  await ctx.transaction(async (tx) => {
    await lockHighlights(tx.db, pet)
    const highlight = await insertHighlight(tx.db, story, pet, ctx.now)
    if (!highlight) throw storyNotFoundProblem()
    if (highlight.added) await recordAction(tx, ctx, pet, 'kept-highlight')
    if ((await selectHighlightCount(tx.db, pet)) > maxHighlights)
      throw new Problem('conflict', `A pet’s page holds ${maxHighlights} highlights. Remove one first.`)
  })
  return { storyId, petId, kept: true }
}

/**
 * Removes a story from a pet's highlights. The story's author and the people who care for the pet may remove it, even
 * if the author blocks them. Deletes an expired story with its photo when no other pet has it as a highlight.
 * @throws Problem 'not-found' for an invisible story; 'forbidden' for a story of another user if the viewer may not
 * edit the pet's highlights.
 */
export async function removeHighlight(ctx: UserContext, storyId: StoryId, petId: PetId): Promise<HighlightState> {
  await checkRemoval(ctx, storyId, petId)
  await ctx.transaction(async (tx) => {
    if (await deleteHighlight(tx.db, storyId, petId)) await recordAction(tx, ctx, petId, 'removed-highlight')
    await deletePhotos(tx, await deleteExpiredStory(tx, ctx.now, storyId), ctx.now)
  })
  return { storyId, petId, kept: false }
}

async function checkRemoval(ctx: UserContext, storyId: StoryId, petId: PetId): Promise<void> {
  if (await selectHighlightOfOwnPet(ctx.db, ctx.viewer, storyId, petId, ctx.now)) {
    await requirePetPermission(ctx, petId, 'highlight')
    return
  }
  const story = await requireVisibleStory(ctx, storyId)
  if (story.authorId !== ctx.viewer) await requirePetPermission(ctx, petId, 'highlight')
}
