import { useSyncExternalStore } from 'react'
import { readUnsentText, saveUnsentText } from './unsent-text.ts'

const watchers = new Set<() => void>()

function watch(changed: () => void) {
  watchers.add(changed)
  return () => void watchers.delete(changed)
}

/**
 * Text typed in a field, stored on this device under a name. Fields of the same name share the text.
 * @returns the text and its setter; an empty text deletes the stored text
 */
export function useUnsentText(name: string): [string, (text: string) => void] {
  const text = useSyncExternalStore(
    watch,
    () => readUnsentText(name),
    () => '',
  )
  const write = (next: string) => {
    saveUnsentText(name, next)
    for (const changed of watchers) changed()
  }
  return [text, write]
}
