import type { ReportId } from '@pawtrait/contract/ids.ts'
import { paths } from '@pawtrait/contract/paths.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { queueQuery } from '#features/moderation/desk/desk-cache.ts'
import { viewIn } from '#features/moderation/desk/desk-view.ts'
import { keepLast, keepOrder, keepQueue, neighbourOf, orderOf, queueOf } from './desk-order.ts'

/** The ways from one report to the next, the one before, and back: in the order of the queue it was opened from. */
export function useNeighbours(id: ReportId) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  useEffect(() => {
    const queue = queueOf(queries)
    if (queue) keepQueue(queries, { ...queue, isLeft: true })
  }, [queries])
  const back = () => void navigate(queueOf(queries)?.address ?? paths.moderation)
  /** Who came by a link has no queue: then what is most urgent counts. */
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
    // From report to report one stays at the same place: back leads to the queue.
    void navigate(paths.reportAtDesk(next), { replace: true })
  }
  const go = async (step: 1 | -1) => {
    await readOrder()
    const next = neighbourOf(queries, id, step)
    if (next) open(next)
  }
  /** After a decision: to the next, after the last one to one that was passed over, else back. */
  const leave = async () => {
    await readOrder().catch(() => {})
    const next = neighbourOf(queries, id, 1) ?? neighbourOf(queries, id, -1)
    if (next) open(next)
    else back()
  }
  return { go: (step: 1 | -1) => void go(step).catch(back), leave: () => void leave(), back }
}
