import type { StoryId } from '@pawtrait/contract/ids.ts'
import { deletePhotos } from '#features/media/delete-photos.ts'
import type { UserContext } from '#platform/context.ts'
import { deleteStoryRow } from './queries.ts'
import { ownStory } from './visible-story.ts'

/**
 * Takes the viewer's story down, off pets' pages too: from the commit on nobody finds it and its photo answers 410;
 * whoever watches it sees it go.
 * @throws Problem as `ownStory`.
 */
export async function deleteStory(ctx: UserContext, id: StoryId): Promise<void> {
  const story = await ownStory(ctx, id)
  await ctx.transaction(async (tx) => {
    const gone = await deleteStoryRow(tx.db, story)
    if (!gone) return
    const { photo, ...left } = gone
    await deletePhotos(tx, [photo], ctx.now)
    await tx.announce('story-left', { storyId: id, ...left })
  })
}
