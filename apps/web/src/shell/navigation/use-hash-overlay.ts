import { useEffect, useEffectEvent, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useCurrentLocation } from './PageRouter.tsx'

/**
 * Overlay controlled by the URL fragment. It is one history entry: Back closes it and Forward opens it again.
 * `named` is the fragment after the prefix; null while closed.
 */
export function useHashOverlay(prefix: string) {
  const { pathname, search, hash, state, key } = useLocation()
  const navigate = useNavigate()
  const named = hash.startsWith(prefix) ? hash.slice(prefix.length) : null
  const page = { pathname, search }
  const currentLocation = useCurrentLocation()
  // Read at the time of the call: an earlier click may have opened or closed it, or changed the page.
  const isOpen = () => currentLocation()?.hash.startsWith(prefix)
  // Going back takes the browser a moment, in which the address is still that of the layer.
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
    // A visitor who opened the layer's link directly has no page behind it.
    const { isOpened } = (state ?? {}) as { isOpened?: boolean }
    if (isOpened) void navigate(-1)
    else void navigate(page, { replace: true, preventScrollReset: true })
  }
  return { named, open, close }
}

/** Closes a layer whose target does not exist (any more), and on unmount. */
export function useCloseIfMissing(isMissing: boolean, close: () => void) {
  const closeNow = useEffectEvent(close)
  useEffect(() => {
    if (isMissing) closeNow()
  }, [isMissing])
  useEffect(() => () => closeNow(), [])
}
