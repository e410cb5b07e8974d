import { listRenditions } from '@pawtrait/contract/photos/photo-renditions.ts'
import { useState } from 'react'
import { type StoryFormState, useRenderedPhoto } from './use-story-form.ts'

/**
 * Returns the photo URL of a new story: the local file, or else the server's image. The server's image is used after a
 * reload, or if this browser cannot decode the local file. `unread` is the failed query of the server's image, for a
 * retry.
 */
export function useStoryPhotoUrl({ chosen, draft: { photo } }: Pick<StoryFormState, 'chosen' | 'draft'>) {
  const [undecodableUrl, setUndecodableUrl] = useState<string | null>(null)
  const local = chosen && chosen.preview !== undecodableUrl ? chosen.preview : null
  const rendered = useRenderedPhoto(photo, local === null)
  const serverUrl = rendered.photo ? listRenditions(rendered.photo, 'webp').at(-1)?.src : undefined
  const src = local ?? serverUrl ?? null
  return {
    src,
    unread: src === null && rendered.query.isError ? rendered.query : null,
    onUndrawn: () => setUndecodableUrl(local),
  }
}
