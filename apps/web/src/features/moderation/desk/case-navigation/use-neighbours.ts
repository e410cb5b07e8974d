import type { ReportId } from '@pawtrait/contract/ids.ts'
import { paths } from '@pawtrait/contract/paths.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { queueQuery } from '#features/moderation/desk/desk-cache.ts'
import { viewIn } from '#features/moderation/desk/desk-view.ts'
import { keepLast, keepOrder, keepQueue, neighbourOf, orderOf, queueOf } from './desk-order.ts'

/** Returns functions that navigate to the next and previous report and back, in the order of the queue. */
export function useNeighbours(id: ReportId) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  useEffect(() => {
    const queue = queueOf(queries)
    if (queue) keepQueue(queries, { ...queue, isLeft: true })
  }, [queries])
  const back = () => void navigate(queueOf(queries)?.address ?? paths.moderation)
  /** Opened by a direct link there is no saved queue: use the default order by urgency. */
  const readOrder = async () => {
    if (orderOf(queries).length > 0) return
    const all = queueQuery(viewIn(new URLSearchParams()))
    const { pages } = await queries.fetchInfiniteQuery(all)
    keepOrder(
      queries,
      pages.flatMap(({ reports }) => reports.map((line) => line.id)),
    )
  }
  const open = (next: ReportId) => {
    keepLast(queries, next)
    // Replaces the history entry, so that back leads to the queue.
    void navigate(paths.reportAtDesk(next), { replace: true })
  }
  const go = async (step: 1 | -1) => {
    await readOrder()
    const next = neighbourOf(queries, id, step)
    if (next) open(next)
  }
  /** After a decision: opens the next report, or one that was skipped after the last, or the queue. */
  const leave = async () => {
    await readOrder().catch(() => {})
    const next = neighbourOf(queries, id, 1) ?? neighbourOf(queries, id, -1)
    if (next) open(next)
    else back()
  }
  return { go: (step: 1 | -1) => void go(step).catch(back), leave: () => void leave(), back }
}
