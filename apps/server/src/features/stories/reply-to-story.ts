import type { StoryId, StoryReplyId } from '@pawtrait/contract/ids.ts'
import type { StoryReply } from '@pawtrait/contract/stories.ts'
import { refuseNewAccountLinks } from '#features/users/new-account-limits.ts'
import { enforceRateLimit } from '#features/users/rate-limits.ts'
import type { UserContext } from '#platform/context.ts'
import { newId } from '#platform/database/id.ts'
import { Problem } from '#platform/problem.ts'
import { insertReply, insertStoryView, selectOwnReply } from './queries.ts'
import { requireVisibleStory, storyNotFoundProblem } from './visible-story.ts'

/**
 * Sends a reply that only the story's author can read, and marks the story as seen.
 * @throws Problem 'not-found' for an invisible story; 'validation-failed' for an own story; 'forbidden' when replies
 * are off; 'too-many-requests' above 20 a minute.
 */
export async function replyToStory(ctx: UserContext, storyId: StoryId, text: string): Promise<StoryReply> {
  const story = await requireVisibleStory(ctx, storyId)
  if (story.authorId === ctx.viewer) throw new Problem('validation-failed', 'You cannot reply to your own story.')
  if (!story.allowsReplies) throw new Problem('forbidden', 'Replies are off for this story.')
  await refuseNewAccountLinks(ctx, { text })
  await enforceRateLimit(ctx, 'story-replies')
  const replyId = newId<StoryReplyId>(ctx.now)
  return ctx.transaction(async (tx) => {
    await insertStoryView(tx.db, story.id, ctx.viewer, ctx.now)
    const reply = await insertReply(tx.db, story.id, { id: replyId, author: ctx.viewer, text, now: ctx.now })
    if (!reply) throw storyNotFoundProblem()
    await tx.emit('story-answered', { storyId, replyId, by: ctx.viewer })
    return reply
  })
}

/** Returns a reply that the viewer sent, also after its story has ended. @throws Problem 'not-found' if deleted */
export async function getSentReply(ctx: UserContext, id: StoryReplyId): Promise<StoryReply> {
  const reply = await selectOwnReply(ctx.db, id, ctx.viewer)
  if (!reply) throw storyNotFoundProblem()
  return reply
}
