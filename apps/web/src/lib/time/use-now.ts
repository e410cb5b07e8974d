import { useSyncExternalStore } from 'react'
import { serverNow } from './server-clock.ts'

const STEP_MS = 15_000

// Current time, rounded down to 15 seconds: React rerenders only when the rounded value changes.
const now = () => Math.floor(serverNow() / STEP_MS) * STEP_MS

function everyStep(changed: () => void) {
  const timer = setInterval(changed, STEP_MS)
  return () => clearInterval(timer)
}

/** Returns the server's time in milliseconds, rounded to 15 seconds. Rerenders every 15 seconds. */
export const useNow = (): number => useSyncExternalStore(everyStep, now, now)

const never = () => () => {}

/** Returns false on the server and during hydration, where the reader's time zone is unknown; then true. */
export const useHasHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )

/**
 * Returns the time zone in which to format dates: undefined for the reader's own, but UTC while `useHasHydrated` is
 * false.
 */
export const useTimeZone = (): 'UTC' | undefined => (useHasHydrated() ? undefined : 'UTC')
