import type { QueuedItem } from '@pawtrait/contract/moderation/moderation-desk.ts'
import { useState } from 'react'
import { mergeStableOrder, type StableOrder, type VisibleLine } from './merge-stable-order.ts'

type Held = { listKey: string; fresh: readonly QueuedItem[] | undefined; now: StableOrder }

const nothing: StableOrder = { shown: [], newCount: 0 }

/**
 * Returns the lines of a polled list in an order that does not change while they are visible.
 * @param listKey identifies the list; a new key resets the lines
 * @param fresh the last fetched lines; undefined before the first
 */
export function useStableOrder(listKey: string, fresh: readonly QueuedItem[] | undefined) {
  const [held, setHeld] = useState<Held>({ listKey, fresh: undefined, now: nothing })
  const isSame = held.listKey === listKey
  let now = isSame ? held.now : nothing
  if (!isSame || held.fresh !== fresh) {
    if (fresh) now = mergeStableOrder(now.shown, fresh)
    setHeld({ listKey, fresh, now })
  }
  /** Replaces the visible lines with the last fetched list, or with `read`. */
  const resetLines = (read = fresh) =>
    setHeld({ listKey, fresh: read, now: read ? mergeStableOrder([], read) : nothing })
  const drop = (ids: ReadonlySet<string>) =>
    setHeld((last) => ({ ...last, now: { ...last.now, shown: last.now.shown.filter(isNot(ids)) } }))
  return { ...now, resetLines, drop }
}

const isNot =
  (ids: ReadonlySet<string>) =>
  ({ line }: VisibleLine) =>
    !ids.has(line.id)
