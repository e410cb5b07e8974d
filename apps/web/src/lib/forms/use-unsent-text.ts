import { useSyncExternalStore } from 'react'
import { readUnsentText, saveUnsentText } from './unsent-text.ts'

const listeners = new Set<() => void>()

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/**
 * Text typed in a field, stored on this device under a name. Fields of the same name share the text.
 * @returns the text and its setter; an empty text deletes the stored text
 */
export function useUnsentText(name: string): [string, (text: string) => void] {
  const text = useSyncExternalStore(
    subscribe,
    () => readUnsentText(name),
    () => '',
  )
  const setText = (next: string) => {
    saveUnsentText(name, next)
    for (const listener of listeners) listener()
  }
  return [text, setText]
}
