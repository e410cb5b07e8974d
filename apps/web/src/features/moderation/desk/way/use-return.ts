import type { ReportId } from '@pawtrait/contract/ids.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import type { DeskView } from '#features/moderation/desk/desk-cache.ts'
import { viewAddress } from '#features/moderation/desk/desk-view.ts'
import { keepQueue, lineToReturnTo, queueOf } from './desk-order.ts'
import { linkOf } from './line-focus.ts'

/** Whoever comes back from a case stands where they were, at the line they came from, or what took its place. */
export function useReturn(view: DeskView, shown: readonly ReportId[]) {
  const queries = useQueryClient()
  const isThere = shown.length > 0
  const comeBack = useEffectEvent(() => {
    const queue = queueOf(queries)
    if (!queue?.isLeft || queue.address !== viewAddress(view)) return
    keepQueue(queries, { ...queue, isLeft: false })
    window.scrollTo(0, queue.scroll)
    const link = linkOf(lineToReturnTo(queries, shown))
    link?.scrollIntoView({ block: 'nearest' })
    link?.focus({ preventScroll: true })
  })
  useEffect(() => {
    if (!isThere) return
    // After the frame, which takes the focus to the heading of each page, and the page to its top.
    const frame = requestAnimationFrame(() => comeBack())
    return () => cancelAnimationFrame(frame)
  }, [isThere])
}
