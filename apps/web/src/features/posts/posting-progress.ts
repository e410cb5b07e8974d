import { useSyncExternalStore } from 'react'

/** Progress of the new post of this tab. Null while there is nothing to send. */
export type PostingProgress = {
  /** Sent part of all photos, from 0 to 1. */
  share: number
  /** `drafting`: photos upload while the author still writes. The others are the states of a submission. */
  step: 'drafting' | 'sending' | 'waiting' | 'failed'
  caption: string
  /** URL of the first photo, if the browser can show it. */
  picture: string | null
}

let current: PostingProgress | null = null
const listeners = new Set<() => void>()

/** Set by the post editor. A separate store, so that other pages show the progress without the editor's code. */
export function setPostingProgress(next: PostingProgress | null) {
  if (next === current) return
  current = next
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const usePostingProgress = () =>
  useSyncExternalStore(
    subscribe,
    () => current,
    () => null,
  )
