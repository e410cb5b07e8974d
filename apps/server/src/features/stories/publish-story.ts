import type { LiveMessage } from '@pawtrait/contract/feed.ts'
import type { PhotoId, StoryId, UserId } from '@pawtrait/contract/ids.ts'
import type { Context, Tx } from '#platform/context.ts'
import { selectStoryOfPhoto, updateStoryReady } from './queries.ts'

/** Lets others see the story if its photo is ready: it reaches the open streams of its readers. */
export async function publishStory(tx: Tx, storyId: StoryId): Promise<void> {
  if (await updateStoryReady(tx.db, storyId)) await tx.announce('story-arrived', { storyId })
}

/** A photo became ready or failed: the story that shows it is published, or its author is told of the failure. */
export const settleStoryPhoto = (ctx: Context, photo: PhotoId) =>
  ctx.transaction(async (tx) => {
    const story = await selectStoryOfPhoto(tx.db, photo)
    if (!story) return
    if (story.state === 'failed') await tx.live([story.authorId], arrived(story.id, story.authorId))
    else await publishStory(tx, story.id)
  })

/** What open streams are told. */
export const arrived = (storyId: StoryId, authorId: UserId): LiveMessage => ({
  type: 'story-arrived',
  storyId,
  authorId,
})
