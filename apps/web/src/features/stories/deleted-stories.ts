import type { StoryId } from '@pawtrait/contract/ids.ts'
import type { Story } from '@pawtrait/contract/stories.ts'
import type { QueryClient } from '@tanstack/react-query'
import { CallError, call } from '#lib/server/call.ts'
import { type Reel, readReel, storyDeletedKey } from './story-cache.ts'
import { reelsKey } from './story-keys.ts'
import { refreshStories } from './story-row-cache.ts'

/** Handles a deleted story: marks it as deleted in the cache, and refetches the story row. */
export function handleDeletedStory(queries: QueryClient, id: StoryId) {
  queries.setQueryData(storyDeletedKey(id), true)
  refreshStories(queries)
}

/** Finds stories that were deleted during a gap in the event stream, in the reels being watched. */
export async function recheckWatchedReels(queries: QueryClient) {
  for (const { queryKey } of queries.getQueryCache().findAll({ queryKey: reelsKey, type: 'active' })) {
    const [, kind, id, linked] = queryKey
    const active = await readReel({ kind, id, linked } as Reel, call).catch((error: unknown): Story[] => {
      if (error instanceof CallError && error.code === 'not-found') return []
      throw error
    })
    const there = new Set(active.map((story) => story.id))
    for (const story of queries.getQueryData<Story[]>(queryKey) ?? [])
      if (!there.has(story.id)) handleDeletedStory(queries, story.id)
  }
}
