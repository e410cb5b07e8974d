import type { ReportId } from '@pawtrait/contract/ids.ts'
import { paths } from '@pawtrait/contract/paths.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { keepLast, keepOrder, orderOf, queueQuery } from './desk-cache.ts'

/** The ways from one report to the next, the one before, and back: in the order of the queue it was opened from. */
export function useNeighbours(id: ReportId) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const back = () => void navigate(paths.moderation)
  /** Who came by a link has no queue: then what is most urgent counts. */
  const readOrder = async (): Promise<readonly ReportId[]> => {
    const known = orderOf(queries)
    if (known.length > 0) return known
    const all = queueQuery({ view: 'open', kind: undefined, reason: undefined, wave: undefined })
    const { pages } = await queries.fetchInfiniteQuery(all)
    const order = pages.flatMap(({ reports }) => reports.map((line) => line.id))
    keepOrder(queries, order)
    return order
  }
  const open = (next: ReportId) => {
    keepLast(queries, next)
    // From report to report one stays at the same place: back leads to the queue.
    void navigate(paths.reportAtDesk(next), { replace: true })
  }
  const go = async (step: 1 | -1) => {
    const order = await readOrder()
    const at = order.indexOf(id)
    const next = at < 0 ? order[0] : order[at + step]
    if (next) open(next)
  }
  /** After a decision: this one is done, and stands in the order no more. */
  const leave = async () => {
    const order = await readOrder().catch((): readonly ReportId[] => [])
    const at = order.indexOf(id)
    const left = order.filter((other) => other !== id)
    keepOrder(queries, left)
    const next = left[Math.max(0, at)] ?? left.at(-1)
    if (next) open(next)
    else back()
  }
  return { go: (step: 1 | -1) => void go(step).catch(back), leave: () => void leave(), back }
}
