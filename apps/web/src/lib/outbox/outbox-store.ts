import { useSyncExternalStore } from 'react'
import type { OutboxItem } from './outbox-database.ts'

let items: readonly OutboxItem[] = []
const none: readonly OutboxItem[] = []
const listeners = new Set<() => void>()

/** Replaces the list of queued actions on the screen. */
export function setOutboxItems(next: readonly OutboxItem[]) {
  if (next.length === 0 && items.length === 0) return
  items = next
  for (const listener of listeners) listener()
}

export const readOutboxItems = () => items

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Returns the viewer's queued and refused actions. */
export const useOutboxItems = (): readonly OutboxItem[] =>
  useSyncExternalStore(
    subscribe,
    () => items,
    () => none,
  )
