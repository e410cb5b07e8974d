import { renditions } from '@pawtrait/contract/photos/photo-renditions.ts'
import { useState } from 'react'
import { type StoryFormState, useDrawnPhoto } from './use-story-form.ts'

/**
 * Photo of a new story: the local file's URL if this browser can draw it, else the server's rendering.
 * `unread` retries when the server was unreachable.
 */
export function useStoryPicture({ chosen, draft: { photo } }: Pick<StoryFormState, 'chosen' | 'draft'>) {
  const [undrawn, setUndrawn] = useState<string | null>(null)
  const local = chosen && chosen.preview !== undrawn ? chosen.preview : null
  const drawn = useDrawnPhoto(photo, local === null)
  const ofServer = drawn.photo ? renditions(drawn.photo, 'jpg').at(-1)?.src : undefined
  const src = local ?? ofServer ?? null
  return { src, unread: src === null && drawn.query.isError ? drawn.query : null, onUndrawn: () => setUndrawn(local) }
}
