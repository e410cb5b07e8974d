import { useSyncExternalStore } from 'react'

const kept = new Map<string, unknown>()
const watchers = new Set<() => void>()

function watch(changed: () => void) {
  watchers.add(changed)
  return () => void watchers.delete(changed)
}

/**
 * What is typed under a name, kept when its field goes and comes back; gone with the page. Every field of the same
 * name shows it, without the delay of a query cache, in which quick letters would be lost.
 * @returns what is kept, or `initial`; and the way to keep something, `undefined` to forget
 */
export function useKept<Value>(name: string, initial: Value): [Value, (value: Value | undefined) => void] {
  const read = () => (kept.has(name) ? (kept.get(name) as Value) : initial)
  const value = useSyncExternalStore(watch, read, () => initial)
  const keep = (next: Value | undefined) => {
    if (next === undefined) kept.delete(name)
    else kept.set(name, next)
    for (const changed of watchers) changed()
  }
  return [value, keep]
}
