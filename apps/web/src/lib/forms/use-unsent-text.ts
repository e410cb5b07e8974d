import { useSyncExternalStore } from 'react'
import { keepUnsentText, unsentText } from './unsent-text.ts'

const watchers = new Set<() => void>()

function watch(changed: () => void) {
  watchers.add(changed)
  return () => void watchers.delete(changed)
}

/**
 * What is typed in a field under a name, kept on this device when the field, or the page, goes and comes back. Every
 * field of the same name shows it.
 * @returns what stands there, and the way to write it; empty forgets it
 */
export function useUnsentText(name: string): [string, (text: string) => void] {
  const text = useSyncExternalStore(
    watch,
    () => unsentText(name),
    () => '',
  )
  const write = (next: string) => {
    keepUnsentText(name, next)
    for (const changed of watchers) changed()
  }
  return [text, write]
}
