import type { PostId } from '@pawtrait/contract/ids.ts'
import { useEffect, useEffectEvent } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useCurrentLocation } from '#shell/navigation/PageRouter.tsx'

const nameOf = (post: PostId) => `#photo-${post}-`

/**
 * Which photo of a post is open, by the address's fragment: one entry of the history, so that Back closes it and
 * Forward opens it again. `index` is null while none is. A fragment that names what is not there (any more) is left.
 */
export function usePhotoViewer(post: PostId, count: number) {
  const { pathname, search, hash, state } = useLocation()
  const navigate = useNavigate()
  const isNamed = hash.startsWith(nameOf(post))
  const number = isNamed ? Number(hash.slice(nameOf(post).length)) : 0
  const index = Number.isInteger(number) && number >= 1 && number <= count ? number - 1 : null
  const page = { pathname, search }
  const currentLocation = useCurrentLocation()
  // Asked when it matters: another press may have opened or closed it, or the page may be another.
  const isOpen = () => currentLocation()?.hash.startsWith(nameOf(post))
  const close = () => {
    if (!isOpen()) return
    // Whoever came by a link to the photo has no page behind it.
    const { isOpened } = (state ?? {}) as { isOpened?: boolean }
    if (isOpened) void navigate(-1)
    else void navigate(page, { replace: true, preventScrollReset: true })
  }
  useClose(isNamed && index === null, close)
  return {
    index,
    open: (at: number) => {
      if (isOpen()) return
      const state = { isOpened: true }
      void navigate({ ...page, hash: `${nameOf(post)}${at + 1}` }, { state, preventScrollReset: true })
    },
    close,
  }
}

/** Closes what is missing, and what goes together with its post: deleted, archived, or no longer in the list. */
function useClose(isMissing: boolean, close: () => void) {
  const closeNow = useEffectEvent(close)
  useEffect(() => {
    if (isMissing) closeNow()
  }, [isMissing])
  useEffect(() => () => closeNow(), [])
}
