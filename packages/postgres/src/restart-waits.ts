const WAITS_MS = [0, 100, 200, 400, 400, 800, 1600, 3200, 5000]
const STEADY_MS = 1_000
const LONGEST_ONCE_READY_MS = 800

/**
 * How long to wait before each restart, in ms, given how long the last start stood; undefined when it was never ready.
 * One that stood for a second is followed at once, whoever killed it. One that dies at once waits longer each time, up
 * to 0.8 s; what does not even start, up to 5 s.
 */
export function restartWaits(): (stoodMs?: number) => number {
  let tries = 0
  return (stoodMs) => {
    if (stoodMs !== undefined && stoodMs >= STEADY_MS) tries = 0
    const waitMs = WAITS_MS[Math.min(tries++, WAITS_MS.length - 1)] ?? 0
    return stoodMs === undefined ? waitMs : Math.min(waitMs, LONGEST_ONCE_READY_MS)
  }
}
