const WAITS_MS = [0, 100, 200, 400, 400, 800, 1600, 3200, 5000]
const STEADY_MS = 1_000

/**
 * How long to wait before each restart, in ms, given how long the last start stood: one that stood for a second is
 * followed at once, whoever killed it; starts that fail, or die at once, are made ever more seldom, up to 5 s apart.
 */
export function restartWaits(): (stoodMs: number) => number {
  let tries = 0
  return (stoodMs) => {
    if (stoodMs >= STEADY_MS) tries = 0
    return WAITS_MS[Math.min(tries++, WAITS_MS.length - 1)] ?? 0
  }
}
