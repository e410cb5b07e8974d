import type { ReportId } from '@pawtrait/contract/ids.ts'
import type { QueryClient } from '@tanstack/react-query'

const orderKey = ['desk', 'order']
const doneKey = ['desk', 'done']

/** Saves the order of the queue when a report opens: it defines the neighbours of each case. */
export function saveCaseOrder(queries: QueryClient, ids: readonly ReportId[]) {
  queries.setQueryData(orderKey, ids)
  queries.setQueryData(doneKey, [])
}

export const readCaseOrder = (queries: QueryClient): readonly ReportId[] => queries.getQueryData(orderKey) ?? []

const doneOf = (queries: QueryClient): readonly ReportId[] => queries.getQueryData(doneKey) ?? []

/** Returns whether it was decided here since the queue was left. */
export const isDecidedLocally = (queries: QueryClient, id: ReportId): boolean => doneOf(queries).includes(id)

/** Saves whether it was decided here, or that this was undone. */
export function setDecidedLocally(queries: QueryClient, id: ReportId, done: boolean) {
  const others = doneOf(queries).filter((other) => other !== id)
  queries.setQueryData(doneKey, done ? [...others, id] : others)
}

/** Returns the nearest undecided report in this direction; the first one from a report outside the order. */
export function adjacentCase(queries: QueryClient, id: ReportId, step: 1 | -1): ReportId | undefined {
  const order = readCaseOrder(queries)
  const at = order.indexOf(id)
  const onTheWay = at < 0 || step > 0 ? order.slice(at + 1) : order.slice(0, at).toReversed()
  return onTheWay.find((other) => other !== id && !isDecidedLocally(queries, other))
}

const lastKey = ['desk', 'last']

/** Saves the current line, including after a case: j continues from there. */
export const saveCurrentLine = (queries: QueryClient, id: ReportId) => queries.setQueryData(lastKey, id)

export const readCurrentLine = (queries: QueryClient): ReportId | undefined => queries.getQueryData(lastKey)

/** Returns the line to focus on return: the last one, or the one that took its place. */
export function lineToRestore(queries: QueryClient, shown: readonly ReportId[]): ReportId | undefined {
  const order = readCaseOrder(queries)
  const last = readCurrentLine(queries)
  if (last === undefined || shown.includes(last)) return last
  const at = Math.max(0, order.indexOf(last))
  const near = [...order.slice(at), ...order.slice(0, at).toReversed()]
  return near.find((id) => shown.includes(id)) ?? shown[0]
}

/** The queue a case was opened from. `isLeft`: the moderator has not returned from a case yet. */
type LeftQueue = { address: string; scroll: number; isLeft: boolean }

const queueKey = ['desk', 'left-queue']

export const saveQueueState = (queries: QueryClient, leftQueue: LeftQueue) => queries.setQueryData(queueKey, leftQueue)

export const readQueueState = (queries: QueryClient): LeftQueue | undefined => queries.getQueryData(queueKey)
