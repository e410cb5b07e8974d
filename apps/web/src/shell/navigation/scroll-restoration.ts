import { useEffect, useLayoutEffect, useRef } from 'react'
import { type Location, useLocation } from 'react-router'
import { keepScrollPosition } from '#ui/lists/keep-scroll-position.ts'
import { reportPageLeave } from '#ui/lists/page-leave.ts'

const STORAGE_KEY = 'pawtrait.places'

// Scroll offset in pixels by history entry, stored until the tab is closed.
let offsets: Record<string, number> | undefined

const createEntryKey = ({ key, pathname, search }: Location) => `${key} ${pathname}${search}`

function readOffsets(): Record<string, number> {
  if (offsets) return offsets
  try {
    offsets = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '{}') as Record<string, number>
  } catch {
    offsets = {}
  }
  return offsets
}

/** Saves the scroll offset of a location. Also makes the virtual lists on its page save their scroll anchors. */
export function saveScrollPosition(location: Location) {
  readOffsets()[createEntryKey(location)] = window.scrollY
  reportPageLeave()
}

/**
 * Gives the first history entry of a new visit a random key. With React Router's key "default", the page would scroll
 * to the offset of an earlier visit. If the user types the same address again, Chromium even keeps the history state.
 */
export function assignFirstEntryKey() {
  const [navigationEntry] = performance.getEntriesByType('navigation')
  const state = window.history.state as { key?: string } | null
  if (navigationEntry?.type === 'navigate' || !state?.key)
    window.history.replaceState({ ...state, key: Math.random().toString(36).slice(2) }, '')
}

function storeOffsets() {
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify(readOffsets()))
  } catch {
    // Session storage is unavailable: a reload starts at the top.
  }
}

/**
 * Restores the scroll offset on Back. After a click on a link, scrolls to the target of the URL fragment; without a
 * fragment, to the top. Does not scroll the first page of a visit to the top, because the user may have scrolled before
 * hydration.
 */
export function useScrollRestoration(preventScrollReset: boolean) {
  const location = useLocation()
  useEffect(() => {
    // Turns off the browser's own scroll restoration, which would run before the page is rendered.
    const disableBrowserRestoration = (event?: PageTransitionEvent) => {
      window.history.scrollRestoration = 'manual'
      // WebKit scrolls a page from its page cache to the top, so this handler restores the offset again.
      if (event?.persisted) window.scrollTo(0, readOffsets()[createEntryKey(location)] ?? 0)
    }
    const enableBrowserRestoration = () => {
      readOffsets()[createEntryKey(location)] = window.scrollY
      storeOffsets()
      window.history.scrollRestoration = 'auto'
    }
    disableBrowserRestoration()
    window.addEventListener('pageshow', disableBrowserRestoration)
    window.addEventListener('pagehide', enableBrowserRestoration)
    return () => {
      window.removeEventListener('pageshow', disableBrowserRestoration)
      window.removeEventListener('pagehide', enableBrowserRestoration)
    }
  }, [location])
  const isFirst = useRef(true)
  useLayoutEffect(() => {
    const keepsPosition = preventScrollReset || isFirst.current
    isFirst.current = false
    return restoreScrollPosition(location, keepsPosition)
  }, [location, preventScrollReset])
}

/**
 * Scrolls to a saved offset and keeps this offset while the page loads. Returns the function to stop. Without a saved
 * offset, scrolls to the target of the URL fragment or to the top.
 */
function restoreScrollPosition(location: Location, keepsPosition: boolean): (() => void) | undefined {
  const offset = readOffsets()[createEntryKey(location)]
  const target = location.hash && document.getElementById(decodeId(location.hash.slice(1)))
  if (offset !== undefined) return keepScrollPosition(() => window.scrollTo(0, offset))
  if (target) target.scrollIntoView()
  else if (!keepsPosition) window.scrollTo(0, 0)
  return undefined
}

function decodeId(id: string): string {
  try {
    return decodeURIComponent(id)
  } catch {
    return id
  }
}
