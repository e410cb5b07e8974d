import { useEffectEvent, useLayoutEffect, useState } from 'react'
import { useLocation } from 'react-router'
import type { RowHeights } from '#ui/lists/row-heights.ts'
import type { ScrollAnchor } from '#ui/lists/virtual-rows.ts'
import { type ListScrollPosition, readListScrollPosition, saveListScrollPosition } from './list-scroll-positions.ts'

type Options<Held> = {
  /** Name of the list, unique on its page. */
  name: string
  heights: RowHeights
  /** Returns the state to save and the row ids of the list; null before the list has loaded. */
  heldNow: () => { held: Held; ids: readonly string[] } | null
  /** Puts the saved state into the cache before the list is fetched. */
  restore: (place: ListScrollPosition<Held>) => void
}

/** Restores the scroll position of a virtual list on Back. `onLeave` saves the position when the user leaves. */
export function useListScrollRestoration<Held>({ name, heights, heldNow, restore }: Options<Held>) {
  const { key } = useLocation()
  const entry = `${key} ${name}`
  const [position] = useState(() => {
    const stored = readListScrollPosition<Held>(entry)
    if (stored) heights.restore(stored.heights)
    return stored
  })
  const restorePosition = useEffectEvent(() => position && restore(position))
  // Restores only once, on mount, because a later call would overwrite newer data of the list.
  useLayoutEffect(() => void restorePosition(), [])
  const onLeave = (anchor: ScrollAnchor | null) => {
    const state = anchor && heldNow()
    saveListScrollPosition(
      entry,
      state ? { anchor, held: state.held, heights: heights.measuredHeights(state.ids) } : null,
    )
  }
  return { anchor: position?.anchor ?? null, onLeave }
}
