import type { ReportId } from '@pawtrait/contract/ids.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import type { DeskView } from '#features/moderation/desk/desk-cache.ts'
import { getDeskViewUrl } from '#features/moderation/desk/desk-view.ts'
import { findRowToRestore, readQueueState, saveQueueState } from './case-order.ts'
import { findRowLink } from './row-focus.ts'

/** Restores the scroll position of the queue on return from a report. Focuses the row of the report or a neighbour. */
export function useRestoreQueuePosition(view: DeskView, shown: readonly ReportId[]) {
  const queries = useQueryClient()
  const isThere = shown.length > 0
  const restorePlace = useEffectEvent(() => {
    const queue = readQueueState(queries)
    if (!queue?.isLeft || queue.address !== getDeskViewUrl(view)) return
    saveQueueState(queries, { ...queue, isLeft: false })
    window.scrollTo(0, queue.scroll)
    const link = findRowLink(findRowToRestore(queries, shown))
    link?.scrollIntoView({ block: 'nearest' })
    link?.focus({ preventScroll: true })
  })
  useEffect(() => {
    if (!isThere) return
    // Waits one frame, because a newly opened page first focuses its heading and scrolls to the top.
    const frame = requestAnimationFrame(() => restorePlace())
    return () => cancelAnimationFrame(frame)
  }, [isThere])
}
