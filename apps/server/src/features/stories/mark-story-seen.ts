import type { StoryId } from '@pawtrait/contract/ids.ts'
import type { StoryState } from '@pawtrait/contract/stories.ts'
import type { UserContext } from '#platform/context.ts'
import { PRESENCE_SECONDS } from '#platform/live/presence.ts'
import { insertStoryView } from './queries.ts'
import { requireVisibleStory, storyNotFoundProblem } from './visible-story.ts'

/**
 * Marks another user's story as seen. If the story is removed within ten minutes, the viewer gets a live message.
 * @throws Problem 'not-found'
 */
export async function markStorySeen(ctx: UserContext, storyId: StoryId): Promise<StoryState> {
  const story = await requireVisibleStory(ctx, storyId)
  if (story.authorId === ctx.viewer) return { storyId, seenByMe: true, pawedByMe: false }
  const view = await insertStoryView(ctx.db, story.id, ctx.viewer, ctx.now)
  if (!view) throw storyNotFoundProblem()
  await ctx.live.broadcast(ctx.db, 'story-watched', { storyId, userId: ctx.viewer }, PRESENCE_SECONDS)
  return { storyId, seenByMe: true, pawedByMe: view.pawedByMe }
}
