import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'

const POLL_MS = 250
const TIMEOUT_MS = 60_000
const QUIET = 0.3 // event loop utilisation, from 0 to 1

/** Resolves with true when the event loop was nearly idle for 250 ms; false after a minute or when aborted. */
export async function waitForIdleEventLoop(signal: AbortSignal): Promise<boolean> {
  for (let waited = 0; waited < TIMEOUT_MS && !signal.aborted; waited += POLL_MS) {
    const before = performance.eventLoopUtilization()
    await sleep(POLL_MS, undefined, { signal, ref: false }).catch(() => {})
    if (!signal.aborted && performance.eventLoopUtilization(before).utilization < QUIET) return true
  }
  return false
}
