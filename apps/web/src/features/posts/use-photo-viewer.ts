import type { PostId } from '@pawtrait/contract/ids.ts'
import { useCloseMissing, useHashLayer } from '#shell/navigation/use-hash-layer.ts'

/**
 * Which photo of a post is open, by the address's fragment: Back closes it and Forward opens it again. `index` is null
 * while none is. A fragment that names what is not there (any more), or whose post is deleted or archived, is left.
 */
export function usePhotoViewer(post: PostId, count: number) {
  const { named, open, close } = useHashLayer(`#photo-${post}-`)
  const number = Number(named ?? 0)
  const index = Number.isInteger(number) && number >= 1 && number <= count ? number - 1 : null
  useCloseMissing(named !== null && index === null, close)
  return { index, open: (at: number) => open(String(at + 1)), close }
}
