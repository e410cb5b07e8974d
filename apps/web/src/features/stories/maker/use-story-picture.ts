import { renditions } from '@pawtrait/contract/photos/photo-renditions.ts'
import { useState } from 'react'
import { type StoryFormState, useDrawnPhoto } from './use-story-form.ts'

/**
 * The photo of a new story: its address as this browser draws the file, else as the server does. `unread`: the way to
 * ask the server once more, where it could not be asked.
 */
export function useStoryPicture({ chosen, draft: { photo } }: Pick<StoryFormState, 'chosen' | 'draft'>) {
  const [undrawn, setUndrawn] = useState<string | null>(null)
  const local = chosen && chosen.preview !== undrawn ? chosen.preview : null
  const drawn = useDrawnPhoto(photo, local === null)
  const ofServer = drawn.photo ? renditions(drawn.photo, 'jpg').at(-1)?.src : undefined
  const src = local ?? ofServer ?? null
  return { src, unread: src === null && drawn.query.isError ? drawn.query : null, onUndrawn: () => setUndrawn(local) }
}
