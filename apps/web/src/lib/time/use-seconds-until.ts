import { useSyncExternalStore } from 'react'
import { serverNow } from './server-clock.ts'

const SECOND_MS = 1000

const readRoundedTime = () => Math.floor(serverNow() / SECOND_MS) * SECOND_MS

function subscribe(onChange: () => void) {
  const timer = setInterval(onChange, SECOND_MS)
  return () => clearInterval(timer)
}

/**
 * Returns the whole seconds until an instant, updated each second; 0 after the instant, or for null.
 * @param maximum upper bound of the result. Needed if the device's clock is wrong and the server's time is unknown.
 */
export function useSecondsUntil(iso: string | null, maximum: number): number {
  const now = useSyncExternalStore(subscribe, readRoundedTime, readRoundedTime)
  if (iso === null) return 0
  return Math.min(maximum, Math.max(0, Math.ceil((Date.parse(iso) - now) / SECOND_MS)))
}

/** Returns the ISO time that is `seconds` after the current time of the server. */
export const isoTimeAfterSeconds = (seconds: number): string =>
  new Date(serverNow() + seconds * SECOND_MS).toISOString()
