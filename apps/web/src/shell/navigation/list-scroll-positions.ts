import { getPageViewer } from '#lib/server/page-viewer.ts'
import { hasStoppedStoringUserData } from '#lib/server/stop-storing-user-data.ts'
import { currentTimeMs } from '#lib/time/time.ts'
import type { StoredHeights } from '#ui/lists/row-heights.ts'
import type { ScrollAnchor } from '#ui/lists/virtual-rows.ts'

const STORAGE_KEY = 'pawtrait.lists' // local-sign-out.ts deletes this key on log-out.
const MAX_AGE_MS = 30 * 60_000 // Must equal the cache time of lists (lib/server/query-client.ts).
const MAX_POSITIONS = 4

/** Saved position of a long list: scroll anchor, loaded ids and row heights. The rows themselves are fetched again. */
export type ListScrollPosition<Held> = { anchor: ScrollAnchor; held: Held; heights: StoredHeights }

type StoredPosition = { entry: string; viewer: string | null; at: number; place: ListScrollPosition<unknown> }

const currentViewer = () => getPageViewer() ?? null

function readPositions(): StoredPosition[] {
  try {
    // The cast is safe, because only this module writes to this storage key.
    return JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '[]') as StoredPosition[]
  } catch {
    return []
  }
}

/** Returns the position at which this user left a list, or null. `entry` identifies the history entry and the list. */
export function readListScrollPosition<Held>(entry: string): ListScrollPosition<Held> | null {
  if (import.meta.env.SSR) return null
  const stored = readPositions().find((stored) => stored.entry === entry && stored.viewer === currentViewer())
  // The cast is safe: each list reads only positions that it saved itself, so `Held` is the same type.
  return stored && currentTimeMs() - stored.at <= MAX_AGE_MS ? (stored.place as ListScrollPosition<Held>) : null
}

/**
 * Saves the scroll position of a list, for Back and reloads; null deletes the saved position. Keeps the last four
 * lists.
 */
export function saveListScrollPosition<Held>(entry: string, position: ListScrollPosition<Held> | null) {
  if (hasStoppedStoringUserData()) return
  const otherPositions = readPositions().filter((stored) => stored.entry !== entry)
  const stored = position
    ? [{ entry, viewer: currentViewer(), at: currentTimeMs(), place: position }, ...otherPositions]
    : otherPositions
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify(stored.slice(0, MAX_POSITIONS)))
  } catch {
    // Session storage is unavailable: a reload starts at the top, and Back restores only the scroll offset in pixels.
  }
}
