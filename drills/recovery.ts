import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ApiClient } from '../e2e/client.ts'
import { type AcknowledgedWrites, findLosses } from '../e2e/kills.ts'
import type { ResponseTally } from './response-tally.ts'

// If no request is refused or cut for this time, the app counts as recovered.
const quietMs = 3_000
const recoverMs = 60_000
const settleMs = 240_000

/**
 * Runs `inject` and waits until no request is refused or cut for `quietMs`. `inject` calls `markFault` at each fault.
 * If it never calls `markFault`, its end counts as the fault. `backMs`: longest time from a fault to the last failed
 * request before the next fault.
 * @throws AssertionError when requests are still refused or cut a minute after the end of `inject`
 */
export async function measureRecovery<T>(inject: (markFault: () => void) => Promise<T>, { failedAt }: ResponseTally) {
  const faultTimes: number[] = []
  const result = await inject(() => faultTimes.push(performance.now()))
  const ended = performance.now()
  if (faultTimes.length === 0) faultTimes.push(ended)
  const quietSince = () => Math.max(ended, failedAt.at(-1) ?? 0)
  while (performance.now() - quietSince() < quietMs && quietSince() - ended < recoverMs) await sleep(50)
  assert.ok(quietSince() - ended < recoverMs, `still refused or cut ${recoverMs / 1_000} s after the end of the fault`)
  return { result, backMs: longestRecovery(faultTimes, failedAt) }
}

function longestRecovery(faultTimes: number[], failedAt: number[]): number {
  const lasted = faultTimes.map((faultTime, n) => {
    const own = failedAt.filter((at) => at >= faultTime && at < (faultTimes[n + 1] ?? Number.POSITIVE_INFINITY))
    return own.length > 0 ? Math.max(...own) - faultTime : 0
  })
  return Math.max(...lasted)
}

/**
 * Waits until interrupted work is done. Returns the lost acknowledged writes. `seen`: photos that were already found
 * complete.
 */
export async function findLossesAfterRecovery(
  app: { origin: string },
  client: ApiClient,
  done: AcknowledgedWrites,
  seen: Set<string>,
): Promise<string[]> {
  for (const end = performance.now() + settleMs; ; await sleep(2_000)) {
    const { lost, pendingPhotos } = await findLosses(app, client, done, seen)
    if (pendingPhotos === 0) return lost
    if (performance.now() > end) return [...lost, ...Array<string>(pendingPhotos).fill('a photo was never finished')]
  }
}
