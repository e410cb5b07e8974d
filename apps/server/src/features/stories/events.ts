import type { StoryId } from '@pawtrait/contract/ids.ts'
import type { Deps } from '#platform/context.ts'
import { arrived } from './publish-story.ts'
import { selectStoryReaders } from './ring-rows.sql.ts'

/** Tells open streams of stories that hang now; who may see one is asked when it is told. */
export function storyEvents({ live, database, clock }: Pick<Deps, 'live' | 'database' | 'clock'>) {
  live.onAnnounce('story-arrived', async (open, { storyId }: { storyId: StoryId }) => {
    const readers = await selectStoryReaders(database, storyId, open, clock.now())
    const [first] = readers
    if (!first) return []
    return [{ to: readers.map(({ user }) => user), message: arrived(storyId, first.authorId) }]
  })
}
