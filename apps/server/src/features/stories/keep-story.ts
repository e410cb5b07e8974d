import type { PetId, StoryId } from '@pawtrait/contract/ids.ts'
import { type KeptState, mostHighlights } from '@pawtrait/contract/stories.ts'
import { deletePhotos } from '#features/media/delete-photos.ts'
import { ownPet } from '#features/pets/own-pet.ts'
import type { UserContext } from '#platform/context.ts'
import { Problem } from '#platform/problem.ts'
import { deleteEndedStory, deleteHighlight, insertHighlight, lockHighlights, selectHighlightCount } from './queries.ts'
import { noStory, ownStory, visibleStory } from './visible-story.ts'

/**
 * The viewer keeps their story on the page of a pet they care for: it stays when its day is over.
 * @throws Problem as `ownStory`, `ownPet`; 'conflict' when the page holds 100 already.
 */
export async function keepStory(ctx: UserContext, storyId: StoryId, petId: PetId): Promise<KeptState> {
  const story = await ownStory(ctx, storyId)
  const pet = await ownPet(ctx, petId)
  await ctx.transaction(async ({ db }) => {
    await lockHighlights(db, pet)
    if (!(await insertHighlight(db, story, pet, ctx.now))) throw noStory()
    if ((await selectHighlightCount(db, pet)) > mostHighlights)
      throw new Problem('conflict', `A pet’s page holds ${mostHighlights} highlights. Take one off first.`)
  })
  return { storyId, petId, kept: true }
}

/**
 * Takes a story off a pet's page: one's own, or anybody's off the page of a pet one cares for. If its day is over and
 * nobody keeps it any more, it is gone with its photo.
 * @throws Problem 'not-found' as `visibleStory`; as `ownPet` for a story that is not one's own.
 */
export async function unkeepStory(ctx: UserContext, storyId: StoryId, petId: PetId): Promise<KeptState> {
  const story = await visibleStory(ctx, storyId)
  if (story.authorId !== ctx.viewer) await ownPet(ctx, petId)
  await ctx.transaction(async (tx) => {
    await deleteHighlight(tx.db, story.id, petId)
    await deletePhotos(tx, await deleteEndedStory(tx.db, ctx.now, story.id), ctx.now)
  })
  return { storyId, petId, kept: false }
}
