import { useEffect, useSyncExternalStore } from 'react'

function follow(changed: () => void) {
  for (const type of ['online', 'offline']) window.addEventListener(type, changed)
  return () => {
    for (const type of ['online', 'offline']) window.removeEventListener(type, changed)
  }
}

/**
 * Whether the device has a network at all. The server may be on this very machine: this explains a failure and prevents
 * nothing. `onBack` runs when the network returns.
 */
export function useOnline(onBack: () => void): boolean {
  useEffect(() => {
    window.addEventListener('online', onBack)
    return () => window.removeEventListener('online', onBack)
  }, [onBack])
  return useSyncExternalStore(
    follow,
    () => navigator.onLine,
    () => true,
  )
}
