import type { ReportId } from '@pawtrait/contract/ids.ts'
import { paths } from '@pawtrait/contract/paths.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { reportQueueQuery } from '#features/moderation/desk/desk-cache.ts'
import { parseDeskView } from '#features/moderation/desk/desk-view.ts'
import {
  findAdjacentCase,
  readCaseOrder,
  readQueueState,
  saveCaseOrder,
  saveLastOpenedReport,
  saveQueueState,
} from './case-order.ts'

/** Returns functions that open the next or previous report in the saved order, or the queue. */
export function useAdjacentCases(id: ReportId) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  useEffect(() => {
    const queue = readQueueState(queries)
    if (queue) saveQueueState(queries, { ...queue, isLeft: true })
  }, [queries])
  const back = () => void navigate(readQueueState(queries)?.address ?? paths.moderation)
  /** Fetches the queue, sorted by urgency, if no order is saved: the moderator opened the report by a direct link. */
  const readOrder = async () => {
    if (readCaseOrder(queries).length > 0) return
    const all = reportQueueQuery(parseDeskView(new URLSearchParams()))
    const { pages } = await queries.fetchInfiniteQuery(all)
    saveCaseOrder(
      queries,
      pages.flatMap(({ reports }) => reports.map((line) => line.id)),
    )
  }
  const open = (next: ReportId) => {
    saveLastOpenedReport(queries, next)
    // Replaces the history entry, so that the back button leads to the queue.
    void navigate(paths.reportAtDesk(next), { replace: true })
  }
  const go = async (step: 1 | -1) => {
    await readOrder()
    const next = findAdjacentCase(queries, id, step)
    if (next) open(next)
  }
  /** After a decision, opens the next undecided report, else the nearest previous undecided report, else the queue. */
  const leave = async () => {
    await readOrder().catch(() => {})
    const next = findAdjacentCase(queries, id, 1) ?? findAdjacentCase(queries, id, -1)
    if (next) open(next)
    else back()
  }
  return { go: (step: 1 | -1) => void go(step).catch(back), leave: () => void leave(), back }
}
