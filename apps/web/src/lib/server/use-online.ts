import { useEffectEvent, useLayoutEffect, useSyncExternalStore } from 'react'
import { followServer } from './server-back.ts'

function follow(changed: () => void) {
  for (const type of ['online', 'offline']) window.addEventListener(type, changed)
  return () => {
    for (const type of ['online', 'offline']) window.removeEventListener(type, changed)
  }
}

/** Whether the device has a network at all. The server may be on this very machine: it explains a failure at most. */
export function useIsOnline(): boolean {
  return useSyncExternalStore(
    follow,
    () => navigator.onLine,
    () => true,
  )
}

const comings = ['online', 'blur', 'focus', 'visibilitychange'] as const

// Whoever comes back by pressing "Try again" presses it first: it does not go from under the finger.
const PRESS_MS = 300

/** Follows whether network, server or reader was away and is back. Gives the way to stop. */
function followComingBack(comeBack: () => void): () => void {
  const stopping = new AbortController()
  followServer(comeBack, stopping.signal)
  let timer: ReturnType<typeof setTimeout> | undefined
  let wasAway = false
  const come = ({ type }: Event) => {
    if (type === 'online') return comeBack()
    clearTimeout(timer)
    if (type === 'blur' || document.hidden) wasAway = true
    else if (wasAway) timer = setTimeout(comeBack, PRESS_MS)
  }
  for (const type of comings) window.addEventListener(type, come)
  return () => {
    clearTimeout(timer)
    stopping.abort()
    for (const type of comings) window.removeEventListener(type, come)
  }
}

/** Calls back when network, server or reader return: each may have mended what failed. */
export function useComingBack(onBack: () => void) {
  // One listener for as long as it is wanted: one that is replaced while the event is on its way would miss it.
  const comeBack = useEffectEvent(onBack)
  // Before the failure is seen: whoever mends it at once is not missed.
  useLayoutEffect(() => followComingBack(() => comeBack()), [])
}

/** For what failed: whether that is for want of a network. `onBack` runs when it may be tried again. */
export function useOnline(onBack: () => void): boolean {
  useComingBack(onBack)
  return useIsOnline()
}
