const BACKOFF_MS = [0, 100, 200, 400, 400, 800, 1600, 3200, 5000]
const STEADY_MS = 1_000
const LONGEST_ONCE_READY_MS = 800

/**
 * Returns a function that returns the wait before the next restart in ms. Its argument is the uptime of the last start
 * in ms; undefined when that start never became ready.
 * After a second of uptime the wait is 0. It grows to 0.8 s for repeated early crashes, to 5 s for failed starts.
 */
export function createRestartBackoff(): (stoodMs?: number) => number {
  let tries = 0
  return (stoodMs) => {
    if (stoodMs !== undefined && stoodMs >= STEADY_MS) tries = 0
    const waitMs = BACKOFF_MS[Math.min(tries++, BACKOFF_MS.length - 1)] ?? 0
    return stoodMs === undefined ? waitMs : Math.min(waitMs, LONGEST_ONCE_READY_MS)
  }
}
