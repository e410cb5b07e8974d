import { useSyncExternalStore } from 'react'
import { serverNow } from './server-clock.ts'

const STEP_MS = 15_000

// Current time, rounded down to 15 seconds: React rerenders only when the rounded value changes.
const readRoundedTime = () => Math.floor(serverNow() / STEP_MS) * STEP_MS

function subscribe(onChange: () => void) {
  const timer = setInterval(onChange, STEP_MS)
  return () => clearInterval(timer)
}

/** Returns the server's time in milliseconds, rounded to 15 seconds. Rerenders every 15 seconds. */
export const useNow = (): number => useSyncExternalStore(subscribe, readRoundedTime, readRoundedTime)

const subscribeToNothing = () => () => {}

/** Returns false on the server and during hydration, where the reader's time zone is unknown; then true. */
export const useHasHydrated = (): boolean =>
  useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  )

/**
 * Returns the time zone in which to format dates: undefined for the reader's own, but UTC while `useHasHydrated` is
 * false.
 */
export const useTimeZone = (): 'UTC' | undefined => (useHasHydrated() ? undefined : 'UTC')
