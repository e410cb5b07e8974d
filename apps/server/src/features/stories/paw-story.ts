import type { StoryId } from '@pawtrait/contract/ids.ts'
import type { StoryState } from '@pawtrait/contract/stories.ts'
import { enforceRateLimit } from '#features/users/rate-limits.ts'
import type { UserContext } from '#platform/context.ts'
import { Problem } from '#platform/problem.ts'
import { deletePaw, insertPaw } from './queries.ts'
import { requireVisibleStory, storyNotFoundProblem } from './visible-story.ts'

async function requireOthersStory(ctx: UserContext, id: StoryId) {
  const story = await requireVisibleStory(ctx, id)
  if (story.authorId === ctx.viewer) throw new Problem('validation-failed', 'You cannot react to your own story.')
  return story.id
}

/**
 * Likes a story with a paw and marks it as seen. A repeated call sends no second notification.
 * @throws Problem 'not-found' for an invisible story; 'validation-failed' for an own story; 'too-many-requests'.
 */
export async function pawStory(ctx: UserContext, storyId: StoryId): Promise<StoryState> {
  const story = await requireOthersStory(ctx, storyId)
  await enforceRateLimit(ctx, 'paws')
  await ctx.transaction(async (tx) => {
    const paw = await insertPaw(tx.db, story, ctx.viewer, ctx.now)
    if (!paw) throw storyNotFoundProblem()
    if (paw.changed) await tx.emit('story-pawed', { storyId, by: ctx.viewer })
  })
  return { storyId, seenByMe: true, pawedByMe: true }
}

/**
 * Removes the viewer's paw, also when the story is no longer visible.
 * @throws Problem if there is no paw: 'not-found' for an invisible story, 'validation-failed' for an own story.
 */
export async function unpawStory(ctx: UserContext, storyId: StoryId): Promise<StoryState> {
  const paw = await ctx.transaction(async (tx) => {
    const removed = await deletePaw(tx.db, storyId, ctx.viewer)
    if (removed?.changed) await tx.emit('story-unpawed', { storyId, by: ctx.viewer })
    return removed
  })
  if (!paw?.changed) await requireOthersStory(ctx, storyId)
  return { storyId, seenByMe: paw?.seen ?? false, pawedByMe: false }
}
