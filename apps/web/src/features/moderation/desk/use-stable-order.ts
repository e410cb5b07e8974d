import type { QueueLine } from '@pawtrait/contract/moderation/moderation-desk.ts'
import { useState } from 'react'
import { mergeStableOrder, type ShownLine, type StableOrder } from './merge-stable-order.ts'

type Held = { of: string; fresh: readonly QueueLine[] | undefined; now: StableOrder }

const nothing: StableOrder = { shown: [], news: 0 }

/**
 * Lines of a polled list, in places that do not move.
 * @param of key of the list; a new key resets the lines
 * @param fresh the last fetched lines; undefined before the first
 */
export function useStableOrder(of: string, fresh: readonly QueueLine[] | undefined) {
  const [held, setHeld] = useState<Held>({ of, fresh: undefined, now: nothing })
  const isSame = held.of === of
  let now = isSame ? held.now : nothing
  if (!isSame || held.fresh !== fresh) {
    if (fresh) now = mergeStableOrder(now.shown, fresh)
    setHeld({ of, fresh, now })
  }
  /** Shows the list as last fetched, or as given. */
  const showAnew = (read = fresh) => setHeld({ of, fresh: read, now: read ? mergeStableOrder([], read) : nothing })
  const drop = (ids: ReadonlySet<string>) =>
    setHeld((last) => ({ ...last, now: { ...last.now, shown: last.now.shown.filter(isNot(ids)) } }))
  return { ...now, showAnew, drop }
}

const isNot =
  (ids: ReadonlySet<string>) =>
  ({ line }: ShownLine) =>
    !ids.has(line.id)
