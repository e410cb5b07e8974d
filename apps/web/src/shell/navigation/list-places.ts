import { pageViewer } from '#lib/server/page-viewer.ts'
import { hasStoppedStoring } from '#lib/server/stop-storing.ts'
import { currentTime } from '#lib/time/time.ts'
import type { Anchor } from '#ui/lists/list-window.ts'
import type { KeptHeights } from '#ui/lists/row-heights.ts'

const KEPT_AS = 'pawtrait.lists' // signed-out.ts forgets it
const KEPT_MS = 30 * 60_000 // as long as lists keep their place in the cache (lib/server/queries.ts)
const MOST = 4

/** A long list as one left it: where, and what it held. What it listed is read again. */
export type ListPlace<Held> = { anchor: Anchor; held: Held; heights: KeptHeights }

type Kept = { entry: string; viewer: string | null; at: number; place: ListPlace<unknown> }

const viewer = () => pageViewer() ?? null

function read(): Kept[] {
  try {
    // Nobody else writes it.
    return JSON.parse(sessionStorage.getItem(KEPT_AS) ?? '[]') as Kept[]
  } catch {
    return []
  }
}

/** Where a list was left, by this user; null: at its beginning, or nowhere. `entry`: of the history, and which list. */
export function listPlace<Held>(entry: string): ListPlace<Held> | null {
  if (import.meta.env.SSR) return null
  const kept = read().find((one) => one.entry === entry && one.viewer === viewer())
  // What is kept of a list is what that list kept.
  return kept && currentTime() - kept.at <= KEPT_MS ? (kept.place as ListPlace<Held>) : null
}

/** Keeps where a list is left, for Back and for a reload of the page; null: forgets it. The last few are kept. */
export function keepListPlace<Held>(entry: string, place: ListPlace<Held> | null) {
  if (hasStoppedStoring()) return
  const others = read().filter((one) => one.entry !== entry)
  const kept = place ? [{ entry, viewer: viewer(), at: currentTime(), place }, ...others] : others
  try {
    sessionStorage.setItem(KEPT_AS, JSON.stringify(kept.slice(0, MOST)))
  } catch {
    // Without storage a reload begins at the top, and Back where the same number of pixels are above.
  }
}
