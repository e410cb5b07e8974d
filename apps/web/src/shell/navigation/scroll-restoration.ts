import { useEffect, useLayoutEffect } from 'react'
import { type Location, useLocation } from 'react-router'

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

/** Saves the scroll offset of a location. */
export function saveScrollPosition(location: Location) {
  storedPlaces()[entryOf(location)] = window.scrollY
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
    const takeOver = () => void (window.history.scrollRestoration = 'manual')
    const handBack = () => {
      saveScrollPosition(location)
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
  useLayoutEffect(() => {
    scrollToPlace(location, preventScrollReset)
  }, [location, preventScrollReset])
}

function scrollToPlace(location: Location, preventScrollReset: boolean) {
  const place = storedPlaces()[entryOf(location)]
  const target = location.hash && document.getElementById(decoded(location.hash.slice(1)))
  if (place !== undefined) window.scrollTo(0, place)
  else if (target) target.scrollIntoView()
  else if (!preventScrollReset) window.scrollTo(0, 0)
}

function decoded(id: string): string {
  try {
    return decodeURIComponent(id)
  } catch {
    return id
  }
}
