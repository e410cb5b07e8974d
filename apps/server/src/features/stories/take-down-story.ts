import type { StoryId } from '@pawtrait/contract/ids.ts'
import { putBackPhotos, takeDownPhotos } from '#features/media/files/take-down-photos.ts'
import type { Tx } from '#platform/context.ts'
import { updateStoryPutBack, updateStoryTakenDown } from './take-down-queries.ts'

/** Moderators take a story down: its photo answers 410, and whoever watches it sees it go. */
export async function takeDownStory(tx: Tx, storyId: StoryId, now: Date): Promise<void> {
  const gone = await updateStoryTakenDown(tx.db, storyId, now)
  if (!gone) return
  const { photo, ...left } = gone
  await takeDownPhotos(tx, [photo], now)
  await tx.announce('story-left', { storyId, ...left })
}

/** Puts it back for the hours that were left of it. */
export async function putBackStory(tx: Tx, storyId: StoryId): Promise<void> {
  const back = await updateStoryPutBack(tx.db, storyId)
  if (back) await putBackPhotos(tx, [back.photo])
}
