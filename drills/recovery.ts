import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from '../e2e/client.ts'
import { type AcknowledgedWrites, findLosses } from '../e2e/kills.ts'
import type { ResponseTally } from './response-tally.ts'

// After this time without refusals, the app counts as recovered.
const calmMs = 3_000
const recoverMs = 60_000
const settleMs = 240_000

/**
 * Runs `strike` and waits until no request is refused or cut. `strike` calls `struck` at each fault. If it never calls
 * `struck`, its end counts as the fault. `backMs`: longest time from a fault to the last failed request before the next
 * fault.
 * @throws AssertionError when requests are still refused or cut a minute after the end of `strike`
 */
export async function measureRecovery<T>(strike: (struck: () => void) => Promise<T>, { troubles }: ResponseTally) {
  const blows: number[] = []
  const word = await strike(() => blows.push(performance.now()))
  const ended = performance.now()
  if (blows.length === 0) blows.push(ended)
  const calmSince = () => Math.max(ended, troubles.at(-1) ?? 0)
  while (performance.now() - calmSince() < calmMs && calmSince() - ended < recoverMs) await sleep(50)
  assert.ok(calmSince() - ended < recoverMs, `still refused or cut ${recoverMs / 1_000} s after the end of the fault`)
  return { word, backMs: longestTrouble(blows, troubles) }
}

function longestTrouble(blows: number[], troubles: number[]): number {
  const lasted = blows.map((blow, n) => {
    const own = troubles.filter((at) => at >= blow && at < (blows[n + 1] ?? Number.POSITIVE_INFINITY))
    return own.length > 0 ? Math.max(...own) - blow : 0
  })
  return Math.max(...lasted)
}

/**
 * Waits until interrupted work is done. Returns the lost acknowledged writes. `seen`: photos that were already found
 * complete.
 */
export async function findLossesAfterRecovery(
  app: { origin: string },
  client: Client,
  done: AcknowledgedWrites,
  seen: Set<string>,
): Promise<string[]> {
  for (const end = performance.now() + settleMs; ; await sleep(2_000)) {
    const { lost, pendingPhotos } = await findLosses(app, client, done, seen)
    if (pendingPhotos === 0) return lost
    if (performance.now() > end) return [...lost, ...Array<string>(pendingPhotos).fill('a photo was never finished')]
  }
}
