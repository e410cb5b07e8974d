import { getPageViewer } from '#lib/server/page-viewer.ts'
import { hasStoppedStoringUserData } from '#lib/server/stop-storing.ts'
import { currentTimeMs } from '#lib/time/time.ts'
import type { StoredHeights } from '#ui/lists/row-heights.ts'
import type { ScrollAnchor } from '#ui/lists/virtual-rows.ts'

const STORAGE_KEY = 'pawtrait.lists' // local-sign-out.ts deletes this key on log-out.
const MAX_AGE_MS = 30 * 60_000 // Must equal the cache time of lists (lib/server/query-client.ts).
const MAX_PLACES = 4

/** Saved position of a long list: scroll anchor, loaded ids and row heights. The rows themselves are fetched again. */
export type ListScrollPosition<Held> = { anchor: ScrollAnchor; held: Held; heights: StoredHeights }

type StoredPlace = { entry: string; viewer: string | null; at: number; place: ListScrollPosition<unknown> }

const viewer = () => getPageViewer() ?? null

function read(): StoredPlace[] {
  try {
    // The cast is safe, because only this module writes to this storage key.
    return JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '[]') as StoredPlace[]
  } catch {
    return []
  }
}

/** Returns the position at which this user left a list, or null. `entry` identifies the history entry and the list. */
export function readListScrollPosition<Held>(entry: string): ListScrollPosition<Held> | null {
  if (import.meta.env.SSR) return null
  const stored = read().find((stored) => stored.entry === entry && stored.viewer === viewer())
  // The cast is safe: each list reads only positions that it saved itself, so `Held` is the same type.
  return stored && currentTimeMs() - stored.at <= MAX_AGE_MS ? (stored.place as ListScrollPosition<Held>) : null
}

/**
 * Saves the scroll position of a list, for Back and reloads; null deletes the saved position. Keeps the last four
 * lists.
 */
export function saveListScrollPosition<Held>(entry: string, place: ListScrollPosition<Held> | null) {
  if (hasStoppedStoringUserData()) return
  const others = read().filter((stored) => stored.entry !== entry)
  const stored = place ? [{ entry, viewer: viewer(), at: currentTimeMs(), place }, ...others] : others
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify(stored.slice(0, MAX_PLACES)))
  } catch {
    // Session storage is unavailable: a reload starts at the top, and Back restores only the scroll offset in pixels.
  }
}
