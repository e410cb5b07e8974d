import { useEffect, useLayoutEffect } from 'react'
import { type Location, useLocation } from 'react-router'

const KEPT_AS = 'pawtrait.places'

// Pixels from the top, by entry of the history. Lives as long as the tab.
let places: Record<string, number> | undefined

const entryOf = ({ key, pathname, search }: Location) => `${key} ${pathname}${search}`

function known(): Record<string, number> {
  if (places) return places
  try {
    places = JSON.parse(sessionStorage.getItem(KEPT_AS) ?? '{}') as Record<string, number>
  } catch {
    places = {}
  }
  return places
}

/** Remembers how far down somebody was. */
export function saveScrollPosition(location: Location) {
  known()[entryOf(location)] = window.scrollY
}

function keepPlaces() {
  try {
    sessionStorage.setItem(KEPT_AS, JSON.stringify(known()))
  } catch {
    // Without storage a reload begins at the top.
  }
}

/**
 * Scroll restoration: brings whoever comes back to where they were, a link to its place on the page, and everybody else
 * to the top.
 */
export function useScrollRestoration(preventScrollReset: boolean) {
  const location = useLocation()
  useEffect(() => {
    // The browser would move before the page is drawn.
    const takeOver = () => void (window.history.scrollRestoration = 'manual')
    const handBack = () => {
      saveScrollPosition(location)
      keepPlaces()
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
    takePlace(location, preventScrollReset)
  }, [location, preventScrollReset])
}

function takePlace(location: Location, preventScrollReset: boolean) {
  const place = known()[entryOf(location)]
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
