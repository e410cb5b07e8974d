import type { LiveMessage } from '@pawtrait/contract/feed.ts'
import type { PhotoId, StoryId, UserId } from '@pawtrait/contract/ids.ts'
import type { Context, Tx } from '#platform/context.ts'
import { markStoryReady, selectStoryOfPhoto } from './queries.ts'

/** Publishes the story if its photo is ready, and sends a live message about it. */
export async function publishStory(tx: Tx, storyId: StoryId): Promise<void> {
  if (await markStoryReady(tx.db, storyId)) await tx.announce('story-arrived', { storyId })
}

/** Publishes the story of a photo that is ready; if the photo failed, sends the story's author a live message. */
export const publishStoryOfPhoto = (ctx: Context, photo: PhotoId) =>
  ctx.transaction(async (tx) => {
    const story = await selectStoryOfPhoto(tx.db, photo)
    if (!story) return
    if (story.state === 'failed') await tx.live([story.authorId], storyArrivedMessage(story.id, story.authorId))
    else await publishStory(tx, story.id)
  })

export const storyArrivedMessage = (storyId: StoryId, authorId: UserId): LiveMessage => ({
  type: 'story-arrived',
  storyId,
  authorId,
})
