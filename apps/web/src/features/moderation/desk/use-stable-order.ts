import type { QueuedItem } from '@pawtrait/contract/moderation/moderation-desk.ts'
import { useState } from 'react'
import { mergeStableOrder, type StableOrder, type VisibleRow } from './merge-stable-order.ts'

type Held = { listKey: string; fresh: readonly QueuedItem[] | undefined; now: StableOrder }

const nothing: StableOrder = { shown: [], newCount: 0 }

/**
 * Returns the rows of a polled list. Rows keep their order when the list is refetched.
 * @param listKey identifies the list; a new key resets the rows
 * @param fresh the rows of the last fetch; undefined before the first fetch
 */
export function useStableOrder(listKey: string, fresh: readonly QueuedItem[] | undefined) {
  const [held, setHeld] = useState<Held>({ listKey, fresh: undefined, now: nothing })
  const isSame = held.listKey === listKey
  let now = isSame ? held.now : nothing
  if (!isSame || held.fresh !== fresh) {
    if (fresh) now = mergeStableOrder(now.shown, fresh)
    setHeld({ listKey, fresh, now })
  }
  /** Replaces the visible rows with `read`, by default the last fetched list. */
  const resetLines = (read = fresh) =>
    setHeld({ listKey, fresh: read, now: read ? mergeStableOrder([], read) : nothing })
  const drop = (ids: ReadonlySet<string>) =>
    setHeld((last) => ({ ...last, now: { ...last.now, shown: last.now.shown.filter(isNot(ids)) } }))
  return { ...now, resetLines, drop }
}

const isNot =
  (ids: ReadonlySet<string>) =>
  ({ line }: VisibleRow) =>
    !ids.has(line.id)
