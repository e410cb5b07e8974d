import type { LiveMessage } from '@pawtrait/contract/feed.ts'
import type { StoryId, UserId } from '@pawtrait/contract/ids.ts'
import type { Deps } from '#platform/context.ts'
import { createPresence } from '#platform/live/presence.ts'
import { storyArrivedMessage } from './publish-story.ts'
import type { DeletedStory } from './queries.ts'
import { selectFormerStoryReaders, selectStoryReaders } from './ring-queries.ts'

/** Sends live messages about published and removed stories. On delivery, checks which users can see the story. */
export function storyTopics({ live, database, clock }: Pick<Deps, 'live' | 'database' | 'clock'>) {
  const stories = createPresence<StoryId>(clock)
  live.onBroadcast('story-watched', ({ storyId, userId }: { storyId: StoryId; userId: UserId }) =>
    stories.enter(storyId, userId),
  )
  live.onAnnounce('story-arrived', async (open, { storyId }: { storyId: StoryId }) => {
    const readers = await selectStoryReaders(database, storyId, open, clock.now())
    const [first] = readers
    if (!first) return []
    return [{ to: readers.map(({ user }) => user), message: storyArrivedMessage(storyId, first.authorId) }]
  })
  live.onAnnounce('story-left', async (open, { storyId, ...deletedStory }: DeletedStory & { storyId: StoryId }) => {
    const watchers = stories.among(storyId, open)
    const readers = await selectFormerStoryReaders(database, deletedStory, { open, watchers })
    const message: LiveMessage = { type: 'story-left', storyId, authorId: deletedStory.authorId }
    return [{ to: readers.map(({ user }) => user), message }]
  })
}
