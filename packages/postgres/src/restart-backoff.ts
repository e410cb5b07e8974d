const BACKOFF_MS = [0, 100, 200, 400, 400, 800, 1600, 3200, 5000]
const STEADY_MS = 1_000
const LONGEST_ONCE_READY_MS = 800

/**
 * Returns a function that computes the wait in ms before the next restart. Its argument is the uptime of the last start
 * in ms, or undefined if that start never became ready. After an uptime of a second, the wait is 0. It grows to 0.8 s
 * after repeated early crashes, and to 5 s after failed starts.
 */
export function createRestartBackoff(): (uptimeMs?: number) => number {
  let tries = 0
  return (uptimeMs) => {
    if (uptimeMs !== undefined && uptimeMs >= STEADY_MS) tries = 0
    const waitMs = BACKOFF_MS[Math.min(tries++, BACKOFF_MS.length - 1)] ?? 0
    return uptimeMs === undefined ? waitMs : Math.min(waitMs, LONGEST_ONCE_READY_MS)
  }
}
