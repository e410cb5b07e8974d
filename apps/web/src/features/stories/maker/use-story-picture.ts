import { renditions } from '@pawtrait/contract/photo-renditions.ts'
import { useState } from 'react'
import { type StoryFormState, useDrawnPhoto } from './use-story-form.ts'

/** The photo of a new story: its address as this browser draws the file, else as the server does. */
export function useStoryPicture({ chosen, draft: { photo } }: Pick<StoryFormState, 'chosen' | 'draft'>) {
  const [undrawn, setUndrawn] = useState<string | null>(null)
  const local = chosen && chosen.preview !== undrawn ? chosen.preview : null
  const drawn = useDrawnPhoto(photo, local === null)
  const ofServer = drawn ? renditions(drawn, 'jpg').at(-1)?.src : undefined
  return { src: local ?? ofServer ?? null, onUndrawn: () => setUndrawn(local) }
}
