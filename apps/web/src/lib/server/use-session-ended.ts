import { useSyncExternalStore } from 'react'
import { hasSessionEnded, SESSION_ENDED_EVENT } from './page-viewer.ts'

function subscribe(changed: () => void) {
  window.addEventListener(SESSION_ENDED_EVENT, changed)
  return () => window.removeEventListener(SESSION_ENDED_EVENT, changed)
}

/** Returns whether the session of this page's user has ended. */
export const useSessionEnded = (): boolean => useSyncExternalStore(subscribe, hasSessionEnded, () => false)
