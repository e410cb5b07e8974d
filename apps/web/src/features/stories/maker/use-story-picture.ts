import { renditions } from '@pawtrait/contract/photo-renditions.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { drawCrop } from '#features/media/draw-crop.ts'
import { useDrawnPhoto, type useStoryForm } from './use-story-form.ts'

type Form = Pick<ReturnType<typeof useStoryForm>, 'chosen' | 'draft'>

const CUT_PX = 1600 // as high as a large phone's screen

/** The photo of a new story, as this browser draws the file, else as the server does; and the part that is shown. */
export function useStoryPicture({ chosen, draft: { photo, crop } }: Form) {
  const [undrawn, setUndrawn] = useState<string | null>(null)
  const local = chosen && chosen.preview !== undrawn ? chosen.preview : null
  const drawn = useDrawnPhoto(photo, local === null)
  // Where the server has cut it already, what it shows is no whole to cut from.
  const ofServer = drawn?.crop === null ? renditions(drawn, 'jpg').at(-1)?.src : undefined
  const whole = local ?? ofServer ?? null
  const { data: cut = null } = useQuery({
    queryKey: ['story-cut', whole, crop],
    queryFn: () => (whole && crop ? drawCrop({ src: whole, crop }, CUT_PX) : null),
    enabled: whole !== null && crop !== null,
    staleTime: Infinity,
  })
  return { local, drawn, whole, cut, onUndrawn: () => setUndrawn(local) }
}
