import { useSyncExternalStore } from 'react'

/** Progress of the new post of this tab. Null while no photo uploads and the post is not submitted. */
export type PostingProgress = {
  /** Upload progress of all photos, from 0 to 1. */
  share: number
  /**
   * `drafting` means that photos upload while the author still writes. The other steps belong to a submission.
   * `unconfirmed`: the submission failed, but the server may have created the post.
   */
  step: 'drafting' | 'sending' | 'waiting' | 'failed' | 'unconfirmed'
  caption: string
  /** URL of the first photo, if the browser can show it. */
  picture: string | null
}

let current: PostingProgress | null = null
const listeners = new Set<() => void>()

/** Stores the progress, which the post editor reports. Other pages can show it without loading the editor's code. */
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
