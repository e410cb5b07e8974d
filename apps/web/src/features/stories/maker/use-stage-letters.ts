import type { StoryFace } from '@pawtrait/contract/story-stage.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { loadChunk } from '#lib/server/load-chunk.ts'

const loadLetters = () => import('./stage-letters.ts')

/**
 * What draws words and plates; fetched when the first letter is wanted. Until another face is there the last one
 * stays.
 */
export function useStageLetters(face: StoryFace, wanted: boolean) {
  return useQuery({
    queryKey: ['stage-letters', face],
    queryFn: async () => (await loadChunk(loadLetters)).readLetters(face),
    enabled: wanted,
    staleTime: Infinity,
    placeholderData: keepPreviousData,
  })
}
