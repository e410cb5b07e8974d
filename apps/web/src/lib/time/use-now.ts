import { useSyncExternalStore } from 'react'

const STEP_MS = 15_000

// Rounded down, so that it stays the same within one step and nothing is drawn again for nothing.
const now = () => Math.floor(new Date().getTime() / STEP_MS) * STEP_MS

function everyStep(changed: () => void) {
  const timer = setInterval(changed, STEP_MS)
  return () => clearInterval(timer)
}

/** The time in milliseconds, exact to a quarter of a minute; what shows it is drawn again as it passes. */
export const useNow = (): number => useSyncExternalStore(everyStep, now, now)

const never = () => () => {}

/** False on the server and while its HTML is taken over, then true: the reader's own time zone is known. */
export const useIsBrowser = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
