import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'

const LOOK_MS = 250
const PATIENCE_MS = 60_000
const QUIET = 0.3 // of the time that the event loop was at work

/**
 * Resolves with true when the event loop had next to nothing to do for a quarter of a second, with false when that did
 * not come within a minute or `signal` was given. Holds no process up.
 */
export async function quietMoment(signal: AbortSignal): Promise<boolean> {
  for (let waited = 0; waited < PATIENCE_MS && !signal.aborted; waited += LOOK_MS) {
    const before = performance.eventLoopUtilization()
    await sleep(LOOK_MS, undefined, { signal, ref: false }).catch(() => {})
    if (!signal.aborted && performance.eventLoopUtilization(before).utilization < QUIET) return true
  }
  return false
}
