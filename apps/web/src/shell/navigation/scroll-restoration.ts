import { useEffect, useLayoutEffect } from 'react'
import { type Location, useLocation } from 'react-router'
import { holdScroll } from '#ui/lists/hold-scroll.ts'
import { reportPageLeave } from '#ui/lists/page-leave.ts'

const STORAGE_KEY = 'pawtrait.places'

// Scroll offset in pixels by history entry, stored until the tab is closed.
let places: Record<string, number> | undefined

const entryOf = ({ key, pathname, search }: Location) => `${key} ${pathname}${search}`

function storedPlaces(): Record<string, number> {
  if (places) return places
  try {
    places = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '{}') as Record<string, number>
  } catch {
    places = {}
  }
  return places
}

/** Saves the scroll offset of a location, and those of the lists on its page. */
export function saveScrollPosition(location: Location) {
  storedPlaces()[entryOf(location)] = window.scrollY
  reportPageLeave()
}

/**
 * Gives the first history entry of a new visit its own key. With React Router's key "default" an address typed again
 * would restore the place of an earlier visit. Chromium even keeps the state when the same address is typed.
 */
export function nameFirstEntry() {
  const [visit] = performance.getEntriesByType('navigation')
  const state = window.history.state as { key?: string } | null
  if (visit?.type === 'navigate' || !state?.key)
    window.history.replaceState({ ...state, key: Math.random().toString(36).slice(2) }, '')
}

function storePlaces() {
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify(storedPlaces()))
  } catch {
    // Session storage is unavailable: a reload starts at the top.
  }
}

/**
 * Scroll restoration: restores the offset on Back, scrolls links with a fragment to their target, and others to the
 * top.
 */
export function useScrollRestoration(preventScrollReset: boolean) {
  const location = useLocation()
  useEffect(() => {
    // The browser would restore the offset before the page is rendered.
    const takeOver = (event?: PageTransitionEvent) => {
      window.history.scrollRestoration = 'manual'
      // WebKit shows a page from its page cache at the top.
      if (event?.persisted) window.scrollTo(0, storedPlaces()[entryOf(location)] ?? 0)
    }
    const handBack = () => {
      storedPlaces()[entryOf(location)] = window.scrollY
      storePlaces()
      window.history.scrollRestoration = 'auto'
    }
    takeOver()
    window.addEventListener('pageshow', takeOver)
    window.addEventListener('pagehide', handBack)
    return () => {
      window.removeEventListener('pageshow', takeOver)
      window.removeEventListener('pagehide', handBack)
    }
  }, [location])
  useLayoutEffect(() => scrollToPlace(location, preventScrollReset), [location, preventScrollReset])
}

/** Scrolls to the place of a location. Returns the function to end holding it there, if it is a saved place. */
function scrollToPlace(location: Location, preventScrollReset: boolean): (() => void) | undefined {
  const place = storedPlaces()[entryOf(location)]
  const target = location.hash && document.getElementById(decoded(location.hash.slice(1)))
  if (place !== undefined) return holdScroll(() => window.scrollTo(0, place))
  if (target) target.scrollIntoView()
  else if (!preventScrollReset) window.scrollTo(0, 0)
  return undefined
}

function decoded(id: string): string {
  try {
    return decodeURIComponent(id)
  } catch {
    return id
  }
}
