import type { StoryId } from '@pawtrait/contract/ids.ts'
import type { Story } from '@pawtrait/contract/stories.ts'
import type { QueryClient } from '@tanstack/react-query'
import { CallError, call } from '#lib/server/call.ts'
import { fetchReel, type Reel, storyDeletedKey } from './story-cache.ts'
import { reelsKey } from './story-keys.ts'
import { refreshStories } from './story-row-cache.ts'

/** Handles a deleted story: marks it as deleted in the cache, and refetches the story row. */
export function handleDeletedStory(queries: QueryClient, id: StoryId) {
  queries.setQueryData(storyDeletedKey(id), true)
  refreshStories(queries)
}

/** After a gap in the event stream, finds deleted stories in the reels on the screen. */
export async function recheckWatchedReels(queries: QueryClient) {
  for (const { queryKey } of queries.getQueryCache().findAll({ queryKey: reelsKey, type: 'active' })) {
    const [, kind, id, linked] = queryKey
    const active = await fetchReel({ kind, id, linked } as Reel, call).catch((error: unknown): Story[] => {
      if (error instanceof CallError && error.code === 'not-found') return []
      throw error
    })
    const activeIds = new Set(active.map((story) => story.id))
    for (const story of queries.getQueryData<Story[]>(queryKey) ?? [])
      if (!activeIds.has(story.id)) handleDeletedStory(queries, story.id)
  }
}
