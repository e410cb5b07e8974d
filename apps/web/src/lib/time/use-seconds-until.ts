import { useSyncExternalStore } from 'react'
import { serverNow } from './server-clock.ts'

const SECOND_MS = 1000

const now = () => Math.floor(serverNow() / SECOND_MS) * SECOND_MS

function everySecond(changed: () => void) {
  const timer = setInterval(changed, SECOND_MS)
  return () => clearInterval(timer)
}

/**
 * Returns the whole seconds until an instant, updated each second; 0 after the instant, or for null.
 * @param most upper bound, for a device with a wrong clock, while the time of the server is unknown
 */
export function useSecondsUntil(iso: string | null, most: number): number {
  const at = useSyncExternalStore(everySecond, now, now)
  if (iso === null) return 0
  return Math.min(most, Math.max(0, Math.ceil((Date.parse(iso) - at) / SECOND_MS)))
}

/** Returns the ISO time that is `seconds` after the current time of the server. */
export const isoTimeAfterSeconds = (seconds: number): string =>
  new Date(serverNow() + seconds * SECOND_MS).toISOString()
