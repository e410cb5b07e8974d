import { listRenditions } from '@pawtrait/contract/photos/photo-renditions.ts'
import { useState } from 'react'
import { type StoryFormState, useRenderedPhoto } from './use-story-form.ts'

/**
 * Returns the photo URL of a new story: the local file, or the server's image if this browser cannot decode the file.
 * `unread` is the failed query of the server's image, for a retry.
 */
export function useStoryPhotoUrl({ chosen, draft: { photo } }: Pick<StoryFormState, 'chosen' | 'draft'>) {
  const [undrawn, setUndrawn] = useState<string | null>(null)
  const local = chosen && chosen.preview !== undrawn ? chosen.preview : null
  const drawn = useRenderedPhoto(photo, local === null)
  const ofServer = drawn.photo ? listRenditions(drawn.photo, 'webp').at(-1)?.src : undefined
  const src = local ?? ofServer ?? null
  return { src, unread: src === null && drawn.query.isError ? drawn.query : null, onUndrawn: () => setUndrawn(local) }
}
