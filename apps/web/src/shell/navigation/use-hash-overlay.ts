import { useEffect, useEffectEvent, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useCurrentLocation } from './PageRouter.tsx'

/**
 * Overlay that the URL fragment controls. It has its own history entry: Back closes the overlay, and Forward opens it
 * again. `named` is the fragment after the prefix; null while the overlay is closed.
 */
export function useHashOverlay(prefix: string) {
  const { pathname, search, hash, state, key } = useLocation()
  const navigate = useNavigate()
  const named = hash.startsWith(prefix) ? hash.slice(prefix.length) : null
  const page = { pathname, search }
  const currentLocation = useCurrentLocation()
  // Reads the latest location, because an earlier click may have closed the overlay or left the page.
  const isOpen = () => currentLocation()?.hash.startsWith(prefix)
  // The URL changes only a moment after `navigate(-1)`. Until then a second `close` must do nothing.
  const closedAt = useRef<string | null>(null)
  useEffect(() => {
    if (closedAt.current !== key) closedAt.current = null
  }, [key])
  const open = (name: string) => {
    if (isOpen()) return
    const layerState = { isOpened: true }
    void navigate({ ...page, hash: `${prefix}${name}` }, { state: layerState, preventScrollReset: true })
  }
  const close = () => {
    if (!isOpen() || closedAt.current !== null) return
    closedAt.current = key
    // Without `isOpened` the overlay was opened directly by its URL, so Back would leave the page.
    const { isOpened } = (state ?? {}) as { isOpened?: boolean }
    if (isOpened) void navigate(-1)
    else void navigate(page, { replace: true, preventScrollReset: true })
  }
  return { named, open, close }
}

/** Closes an overlay when its target is missing, and when the calling component is unmounted. */
export function useCloseOverlayWithoutTarget(isMissing: boolean, close: () => void) {
  const closeNow = useEffectEvent(close)
  useEffect(() => {
    if (isMissing) closeNow()
  }, [isMissing])
  useEffect(() => () => closeNow(), [])
}
