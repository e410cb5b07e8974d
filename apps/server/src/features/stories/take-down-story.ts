import type { StoryId } from '@pawtrait/contract/ids.ts'
import { restorePhotos, takeDownPhotos } from '#features/media/files/take-down-photos.ts'
import type { Tx } from '#platform/context.ts'
import { restoreStoryRow, takeDownStoryRow } from './take-down-queries.ts'

/** Takes a story down: its photo URL returns 410, and users who could see the story get a live message. */
export async function takeDownStory(tx: Tx, storyId: StoryId, now: Date): Promise<void> {
  const takenDown = await takeDownStoryRow(tx.db, storyId, now)
  if (!takenDown) return
  const { photo, ...hiddenStory } = takenDown
  await takeDownPhotos(tx, [photo], now)
  await tx.announce('story-left', { storyId, ...hiddenStory })
}

/** Restores a story that was taken down, with its original expiry. */
export async function restoreStory(tx: Tx, storyId: StoryId): Promise<void> {
  const restored = await restoreStoryRow(tx.db, storyId)
  if (restored) await restorePhotos(tx, [restored.photo])
}
