import type { ReportId } from '@pawtrait/contract/ids.ts'
import type { QueryClient } from '@tanstack/react-query'

const orderKey = ['desk', 'order']
const doneKey = ['desk', 'done']

/** The lines of the queue as they stood when one was opened: by them one goes from case to case. */
export function keepOrder(queries: QueryClient, ids: readonly ReportId[]) {
  queries.setQueryData(orderKey, ids)
  queries.setQueryData(doneKey, [])
}

export const orderOf = (queries: QueryClient): readonly ReportId[] => queries.getQueryData(orderKey) ?? []

const doneOf = (queries: QueryClient): readonly ReportId[] => queries.getQueryData(doneKey) ?? []

/** Whether it was decided here since the queue was left. */
export const isDone = (queries: QueryClient, id: ReportId): boolean => doneOf(queries).includes(id)

/** Remembers that it was decided, or that this was undone. */
export function keepDone(queries: QueryClient, id: ReportId, done: boolean) {
  const others = doneOf(queries).filter((other) => other !== id)
  queries.setQueryData(doneKey, done ? [...others, id] : others)
}

/** The nearest one in that direction that was not decided here; from one that is not in the order, the first. */
export function neighbourOf(queries: QueryClient, id: ReportId, step: 1 | -1): ReportId | undefined {
  const order = orderOf(queries)
  const at = order.indexOf(id)
  const onTheWay = at < 0 || step > 0 ? order.slice(at + 1) : order.slice(0, at).toReversed()
  return onTheWay.find((other) => other !== id && !isDone(queries, other))
}

const lastKey = ['desk', 'last']

/** The line one was at, also after a case: j goes on from there. */
export const keepLast = (queries: QueryClient, id: ReportId) => queries.setQueryData(lastKey, id)

export const lastOf = (queries: QueryClient): ReportId | undefined => queries.getQueryData(lastKey)

/** The line to come back to among those that are shown: the last one, else the one that took its place. */
export function lineToReturnTo(queries: QueryClient, shown: readonly ReportId[]): ReportId | undefined {
  const order = orderOf(queries)
  const last = lastOf(queries)
  if (last === undefined || shown.includes(last)) return last
  const at = Math.max(0, order.indexOf(last))
  const near = [...order.slice(at), ...order.slice(0, at).toReversed()]
  return near.find((id) => shown.includes(id)) ?? shown[0]
}

/** The queue one came from. `isLeft`: for a case, from which one has not come back yet. */
type LeftQueue = { address: string; scroll: number; isLeft: boolean }

const queueKey = ['desk', 'left-queue']

export const keepQueue = (queries: QueryClient, left: LeftQueue) => queries.setQueryData(queueKey, left)

export const queueOf = (queries: QueryClient): LeftQueue | undefined => queries.getQueryData(queueKey)
