import type { StoryTypeface } from '@pawtrait/contract/story-stage.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { loadChunk } from '#lib/server/load-chunk.ts'

const loadLetters = () => import('./text-layout.ts')

/**
 * Query of the functions that lay out text and plates, enabled once they are needed. The previous typeface is used
 * until the next typeface has loaded.
 */
export function useTextLayout(face: StoryTypeface, enabled: boolean) {
  return useQuery({
    queryKey: ['stage-letters', face],
    queryFn: async () => (await loadChunk(loadLetters)).loadTextLayout(face),
    enabled,
    staleTime: Infinity,
    placeholderData: keepPreviousData,
  })
}
