import type { StoryTypeface } from '@pawtrait/contract/story-stage.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { loadChunk } from '#lib/server/load-chunk.ts'

const loadLetters = () => import('./stage-letters.ts')

/**
 * Functions that draw text and plates, loaded when text is first needed. The previous face stays until the next has
 * loaded.
 */
export function useStageLetters(face: StoryTypeface, wanted: boolean) {
  return useQuery({
    queryKey: ['stage-letters', face],
    queryFn: async () => (await loadChunk(loadLetters)).readLetters(face),
    enabled: wanted,
    staleTime: Infinity,
    placeholderData: keepPreviousData,
  })
}
