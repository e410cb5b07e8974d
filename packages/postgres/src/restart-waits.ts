const BACKOFF_MS = [0, 100, 200, 400, 400, 800, 1600, 3200, 5000]
const STEADY_MS = 1_000
const LONGEST_ONCE_READY_MS = 800

/**
 * Returns a function of the waits before each restart, in ms, by how long the last start stayed up; undefined: never
 * ready.
 * After a second of uptime the restart is immediate. Repeated early deaths wait up to 0.8 s, failed starts up to 5 s.
 */
export function restartWaits(): (stoodMs?: number) => number {
  let tries = 0
  return (stoodMs) => {
    if (stoodMs !== undefined && stoodMs >= STEADY_MS) tries = 0
    const waitMs = BACKOFF_MS[Math.min(tries++, BACKOFF_MS.length - 1)] ?? 0
    return stoodMs === undefined ? waitMs : Math.min(waitMs, LONGEST_ONCE_READY_MS)
  }
}
