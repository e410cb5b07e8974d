import { useEffectEvent, useLayoutEffect, useSyncExternalStore } from 'react'
import { watchServerRecovery } from './watch-server-recovery.ts'

function subscribe(onChange: () => void) {
  for (const type of ['online', 'offline']) window.addEventListener(type, onChange)
  return () => {
    for (const type of ['online', 'offline']) window.removeEventListener(type, onChange)
  }
}

/** Returns whether the device has a network. It is only a hint, because the server may run on this machine. */
export function useIsOnline(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  )
}

const returnEvents = ['online', 'blur', 'focus', 'visibilitychange'] as const

// Delay of the callback in ms after the user has returned to the window. A press on "Try again" may also focus the
// window, and a retry at once would remove the pressed button.
const PRESS_MS = 300

/**
 * Calls back when network or server are available again, or when the user returns to the page. Returns the function to
 * unsubscribe.
 */
function watchReturn(onReturn: () => void): () => void {
  const controller = new AbortController()
  watchServerRecovery(onReturn, controller.signal)
  let timer: ReturnType<typeof setTimeout> | undefined
  let wasAway = false
  const onEvent = ({ type }: Event) => {
    if (type === 'online') return onReturn()
    clearTimeout(timer)
    if (type === 'blur' || document.hidden) wasAway = true
    else if (wasAway) timer = setTimeout(onReturn, PRESS_MS)
  }
  for (const type of returnEvents) window.addEventListener(type, onEvent)
  return () => {
    clearTimeout(timer)
    controller.abort()
    for (const type of returnEvents) window.removeEventListener(type, onEvent)
  }
}

/** Calls `onBack` when the network or the server is back, or the user returns to the window. */
export function useOnReconnect(onBack: () => void) {
  // The listener must stay the same: a listener that is replaced during an event does not receive this event.
  const onReturn = useEffectEvent(onBack)
  // Subscribes in a layout effect: the user may return to the window before a passive effect runs.
  useLayoutEffect(() => watchReturn(() => onReturn()), [])
}

/**
 * Returns whether the device is online. Calls `onBack` as `useOnReconnect` does, so that a failed query can be retried.
 */
export function useOnlineRetry(onBack: () => void): boolean {
  useOnReconnect(onBack)
  return useIsOnline()
}
