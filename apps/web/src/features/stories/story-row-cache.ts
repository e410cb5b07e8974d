import type { ApiCall } from '@pawtrait/contract/render.ts'
import { getStoryRow, type StoryRow } from '@pawtrait/contract/stories.ts'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { call as browserCall } from '#lib/server/call.ts'
import { reelsKey, storyRowKey } from './story-keys.ts'

/** Query for the viewer's story row. */
export const storyRowQuery = (call: ApiCall = browserCall) =>
  queryOptions<StoryRow>({ queryKey: storyRowKey, queryFn: () => call(getStoryRow), staleTime: 30_000 })

/** Refetches the story row at once, and reels when they are next shown. */
export function refreshStories(queries: QueryClient) {
  void queries.invalidateQueries({ queryKey: storyRowKey })
  void queries.invalidateQueries({ queryKey: reelsKey, refetchType: 'none' })
}
