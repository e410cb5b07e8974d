import type { ReportId } from '@pawtrait/contract/ids.ts'
import type { QueryClient } from '@tanstack/react-query'

const orderKey = ['desk', 'order']
const decidedKey = ['desk', 'done']

/** Saves the order of the queue when a report is opened. The keys j and k then follow this order. */
export function saveCaseOrder(queries: QueryClient, ids: readonly ReportId[]) {
  queries.setQueryData(orderKey, ids)
  queries.setQueryData(decidedKey, [])
}

export const readCaseOrder = (queries: QueryClient): readonly ReportId[] => queries.getQueryData(orderKey) ?? []

const readDecidedIds = (queries: QueryClient): readonly ReportId[] => queries.getQueryData(decidedKey) ?? []

/** Returns whether the report was decided in this tab since the order was saved. */
export const isDecidedLocally = (queries: QueryClient, id: ReportId): boolean => readDecidedIds(queries).includes(id)

/** Saves that the report was decided in this tab, or that its decision was undone. */
export function setDecidedLocally(queries: QueryClient, id: ReportId, isDecided: boolean) {
  const otherIds = readDecidedIds(queries).filter((other) => other !== id)
  queries.setQueryData(decidedKey, isDecided ? [...otherIds, id] : otherIds)
}

/** Returns the nearest undecided report in a direction, or the first undecided report if `id` is not in the order. */
export function findAdjacentCase(queries: QueryClient, id: ReportId, step: 1 | -1): ReportId | undefined {
  const order = readCaseOrder(queries)
  const at = order.indexOf(id)
  const candidates = at < 0 || step > 0 ? order.slice(at + 1) : order.slice(0, at).toReversed()
  return candidates.find((other) => other !== id && !isDecidedLocally(queries, other))
}

const lastKey = ['desk', 'last']

/** Saves the id of the report that was opened last. In the queue, the key j continues from this report. */
export const saveLastOpenedReport = (queries: QueryClient, id: ReportId) => queries.setQueryData(lastKey, id)

export const readLastOpenedReport = (queries: QueryClient): ReportId | undefined => queries.getQueryData(lastKey)

/** Returns the report to focus after a return to the queue: the last opened report, or its nearest neighbour. */
export function findRowToRestore(queries: QueryClient, shown: readonly ReportId[]): ReportId | undefined {
  const order = readCaseOrder(queries)
  const last = readLastOpenedReport(queries)
  if (last === undefined || shown.includes(last)) return last
  const at = Math.max(0, order.indexOf(last))
  const candidates = [...order.slice(at), ...order.slice(0, at).toReversed()]
  return candidates.find((id) => shown.includes(id)) ?? shown[0]
}

/** URL and scroll position of the queue. `isLeft` is true while the moderator views a report. */
type QueueState = { address: string; scroll: number; isLeft: boolean }

const queueKey = ['desk', 'left-queue']

export const saveQueueState = (queries: QueryClient, state: QueueState) => queries.setQueryData(queueKey, state)

export const readQueueState = (queries: QueryClient): QueueState | undefined => queries.getQueryData(queueKey)
