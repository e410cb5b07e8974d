import { renditions } from '@pawtrait/contract/photos/photo-renditions.ts'
import { useState } from 'react'
import { type StoryFormState, useRenderedPhoto } from './use-story-form.ts'

/**
 * Returns the photo URL of a new story: of the local file if this browser can decode it, else of the server's
 * rendering. `unread` is the query to retry if the rendering failed to load.
 */
export function useStoryPhotoUrl({ chosen, draft: { photo } }: Pick<StoryFormState, 'chosen' | 'draft'>) {
  const [undrawn, setUndrawn] = useState<string | null>(null)
  const local = chosen && chosen.preview !== undrawn ? chosen.preview : null
  const drawn = useRenderedPhoto(photo, local === null)
  const ofServer = drawn.photo ? renditions(drawn.photo, 'jpg').at(-1)?.src : undefined
  const src = local ?? ofServer ?? null
  return { src, unread: src === null && drawn.query.isError ? drawn.query : null, onUndrawn: () => setUndrawn(local) }
}
