import { useEffectEvent, useLayoutEffect, useState } from 'react'
import { useLocation } from 'react-router'
import type { Anchor } from '#ui/lists/list-window.ts'
import type { RowHeights } from '#ui/lists/row-heights.ts'
import { keepListPlace, type ListPlace, listPlace } from './list-places.ts'

type Options<Held> = {
  /** Which list of its page it is. */
  name: string
  heights: RowHeights
  /** What the list holds now, and its rows; null: nothing yet. */
  heldNow: () => { held: Held; ids: readonly string[] } | null
  /** Puts back what it held, before it is asked for: then it is not. */
  restore: (place: ListPlace<Held>) => void
}

/** Where a windowed list begins when one comes back to it, and the way to keep where it is left. */
export function useListPlace<Held>({ name, heights, heldNow, restore }: Options<Held>) {
  const { key } = useLocation()
  const entry = `${key} ${name}`
  const [place] = useState(() => {
    const kept = listPlace<Held>(entry)
    if (kept) heights.restore(kept.heights)
    return kept
  })
  const putBack = useEffectEvent(() => place && restore(place))
  // Once: what the list holds later is its own.
  useLayoutEffect(() => void putBack(), [])
  const onLeave = (anchor: Anchor | null) => {
    const now = anchor && heldNow()
    keepListPlace(entry, now ? { anchor, held: now.held, heights: heights.kept(now.ids) } : null)
  }
  return { anchor: place?.anchor ?? null, onLeave }
}
