import { useEffect, useEffectEvent, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useCurrentLocation } from './PageRouter.tsx'

/**
 * Something over the page that is open by the address's fragment: one entry of the history, so that Back closes it and
 * Forward opens it again. `named` is what the fragment says behind the prefix, null while it is closed.
 */
export function useHashLayer(prefix: string) {
  const { pathname, search, hash, state, key } = useLocation()
  const navigate = useNavigate()
  const named = hash.startsWith(prefix) ? hash.slice(prefix.length) : null
  const page = { pathname, search }
  const currentLocation = useCurrentLocation()
  // Asked when it matters: another press may have opened or closed it, or the page may be another.
  const isOpen = () => currentLocation()?.hash.startsWith(prefix)
  // Going back takes the browser a moment, in which the address is still that of the layer.
  const closedAt = useRef<string | null>(null)
  useEffect(() => {
    if (closedAt.current !== key) closedAt.current = null
  }, [key])
  const open = (name: string) => {
    if (isOpen()) return
    const opened = { isOpened: true }
    void navigate({ ...page, hash: `${prefix}${name}` }, { state: opened, preventScrollReset: true })
  }
  const close = () => {
    if (!isOpen() || closedAt.current !== null) return
    closedAt.current = key
    // Whoever came by a link to it has no page behind it.
    const { isOpened } = (state ?? {}) as { isOpened?: boolean }
    if (isOpened) void navigate(-1)
    else void navigate(page, { replace: true, preventScrollReset: true })
  }
  return { named, open, close }
}

/** Closes a layer whose fragment names what is not there (any more), and one that goes together with what it is of. */
export function useCloseMissing(isMissing: boolean, close: () => void) {
  const closeNow = useEffectEvent(close)
  useEffect(() => {
    if (isMissing) closeNow()
  }, [isMissing])
  useEffect(() => () => closeNow(), [])
}
