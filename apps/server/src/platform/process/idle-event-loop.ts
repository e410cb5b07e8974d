import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'

const LOOK_MS = 250
const PATIENCE_MS = 60_000
const QUIET = 0.3 // share of busy time of the event loop

/** Resolves with true after 250 ms of a nearly idle event loop, with false after a minute or an abort. */
export async function waitForIdleEventLoop(signal: AbortSignal): Promise<boolean> {
  for (let waited = 0; waited < PATIENCE_MS && !signal.aborted; waited += LOOK_MS) {
    const before = performance.eventLoopUtilization()
    await sleep(LOOK_MS, undefined, { signal, ref: false }).catch(() => {})
    if (!signal.aborted && performance.eventLoopUtilization(before).utilization < QUIET) return true
  }
  return false
}
