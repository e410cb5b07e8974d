import type { StoryId } from '@pawtrait/contract/ids.ts'
import { deletePhotos } from '#features/media/delete-photos.ts'
import type { UserContext } from '#platform/context.ts'
import { deleteStoryRow } from './queries.ts'
import { requireOwnStory } from './visible-story.ts'

/** Deletes the viewer's story and its highlights; its photo URL returns 410. @throws Problem from `requireOwnStory` */
export async function deleteStory(ctx: UserContext, id: StoryId): Promise<void> {
  const story = await requireOwnStory(ctx, id)
  await ctx.transaction(async (tx) => {
    const deleted = await deleteStoryRow(tx.db, story)
    if (!deleted) return
    const { photo, ...deletedStory } = deleted
    await deletePhotos(tx, [photo], ctx.now)
    await tx.announce('story-left', { storyId: id, ...deletedStory })
  })
}
