import { useQueryClient } from '@tanstack/react-query'
import { useLayoutEffect, useState } from 'react'
import { useLocation } from 'react-router'
import type { Anchor } from '#ui/list-window.ts'
import { feedPlace, keepFeedPlace, restoreFeed } from './feed-place.ts'

/** Where the feed begins when one comes back to it, and the way to keep where it is left. */
export function useFeedPlace(): { anchor: Anchor | null; onLeave: (anchor: Anchor | null) => void } {
  const queries = useQueryClient()
  const { key } = useLocation()
  const [place] = useState(() => feedPlace(key))
  // Before the feed is asked for: then it is not.
  useLayoutEffect(() => {
    if (place) restoreFeed(queries, place)
  }, [queries, place])
  return { anchor: place?.anchor ?? null, onLeave: (anchor) => keepFeedPlace(queries, key, anchor) }
}
