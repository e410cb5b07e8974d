import type { Clock } from '../clock.ts'

/** Counts the changes of the simulators' state. Pages wait for the next change by long polling. */
export type ChangeCounter = {
  version(): number
  bump(): void
  /** Resolves at the next change, or after 20 s. */
  next(): Promise<void>
}

const longestWaitMs = 20_000

/** @param clock must use real time even in tests, because long polling waits in real time. */
export function createChangeCounter(clock: Clock): ChangeCounter {
  let version = 1
  const waiting = new Set<() => void>()
  return {
    version: () => version,
    bump() {
      version += 1
      for (const wake of waiting) wake()
    },
    next: () =>
      new Promise((resolve) => {
        const cancel = clock.after(longestWaitMs, () => wake())
        const wake = () => {
          waiting.delete(wake)
          cancel()
          resolve()
        }
        waiting.add(wake)
      }),
  }
}
