import type { PetId, StoryId } from '@pawtrait/contract/ids.ts'
import { type KeptState, mostHighlights } from '@pawtrait/contract/stories.ts'
import { deletePhotos } from '#features/media/delete-photos.ts'
import { noteAction } from '#features/pets/note-action.ts'
import { ownPet } from '#features/pets/own-pet.ts'
import type { UserContext } from '#platform/context.ts'
import { Problem } from '#platform/problem.ts'
import { deleteEndedStory } from './ended-queries.ts'
import { deleteHighlight, insertHighlight, lockHighlights, selectHighlightCount, selectIsOnOwnPage } from './queries.ts'
import { noStory, ownStory, visibleStory } from './visible-story.ts'

/**
 * The viewer keeps their story on the page of a pet of theirs: it stays when its day is over.
 * @throws Problem as `ownStory`, `ownPet`; 'conflict' when the page holds 100 already.
 */
export async function keepStory(ctx: UserContext, storyId: StoryId, petId: PetId): Promise<KeptState> {
  const story = await ownStory(ctx, storyId)
  const pet = await ownPet(ctx, petId, 'highlight')
  await ctx.transaction(async (tx) => {
    await lockHighlights(tx.db, pet)
    const kept = await insertHighlight(tx.db, story, pet, ctx.now)
    if (!kept) throw noStory()
    if (kept.added) await noteAction(tx, ctx, pet, 'kept-highlight')
    if ((await selectHighlightCount(tx.db, pet)) > mostHighlights)
      throw new Problem('conflict', `A pet’s page holds ${mostHighlights} highlights. Take one off first.`)
  })
  return { storyId, petId, kept: true }
}

/**
 * Takes a story off a pet's page: one's own, or anybody's off the page of a pet one cares for. If its day is over and
 * nobody keeps it any more, it is gone with its photo.
 * @throws Problem 'not-found' as `visibleStory`, unless it stands on such a page: what is kept there they may take off,
 *   also when its author blocks them; as `ownPet` for a story that is not one's own.
 */
export async function unkeepStory(ctx: UserContext, storyId: StoryId, petId: PetId): Promise<KeptState> {
  await mayTakeOff(ctx, storyId, petId)
  await ctx.transaction(async (tx) => {
    if (await deleteHighlight(tx.db, storyId, petId)) await noteAction(tx, ctx, petId, 'removed-highlight')
    await deletePhotos(tx, await deleteEndedStory(tx, ctx.now, storyId), ctx.now)
  })
  return { storyId, petId, kept: false }
}

async function mayTakeOff(ctx: UserContext, storyId: StoryId, petId: PetId): Promise<void> {
  if (await selectIsOnOwnPage(ctx.db, ctx.viewer, storyId, petId, ctx.now)) {
    await ownPet(ctx, petId, 'highlight')
    return
  }
  const story = await visibleStory(ctx, storyId)
  if (story.authorId !== ctx.viewer) await ownPet(ctx, petId, 'highlight')
}
