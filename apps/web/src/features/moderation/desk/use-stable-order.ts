import type { QueuedItem } from '@pawtrait/contract/moderation/moderation-desk.ts'
import { useState } from 'react'
import { mergeStableOrder, type StableOrder, type VisibleRow } from './merge-stable-order.ts'

type StoredOrder = { listKey: string; fresh: readonly QueuedItem[] | undefined; now: StableOrder }

const emptyOrder: StableOrder = { shown: [], newCount: 0 }

/**
 * Returns the rows of a polled list. Rows keep their order when the list is refetched.
 * @param listKey identifies the list; a new key resets the rows
 * @param fresh the rows of the last fetch; undefined before the first fetch
 */
export function useStableOrder(listKey: string, fresh: readonly QueuedItem[] | undefined) {
  const [storedOrder, setStoredOrder] = useState<StoredOrder>({ listKey, fresh: undefined, now: emptyOrder })
  const isSame = storedOrder.listKey === listKey
  let now = isSame ? storedOrder.now : emptyOrder
  if (!isSame || storedOrder.fresh !== fresh) {
    if (fresh) now = mergeStableOrder(now.shown, fresh)
    setStoredOrder({ listKey, fresh, now })
  }
  /** Replaces the visible rows with `read`, by default the last fetched list. */
  const resetLines = (read = fresh) =>
    setStoredOrder({ listKey, fresh: read, now: read ? mergeStableOrder([], read) : emptyOrder })
  const drop = (ids: ReadonlySet<string>) =>
    setStoredOrder((last) => ({
      ...last,
      now: { ...last.now, shown: last.now.shown.filter(createExclusionFilter(ids)) },
    }))
  return { ...now, resetLines, drop }
}

const createExclusionFilter =
  (ids: ReadonlySet<string>) =>
  ({ line }: VisibleRow) =>
    !ids.has(line.id)
