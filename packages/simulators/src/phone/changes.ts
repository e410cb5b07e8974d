import type { Clock } from '../clock.ts'

/** Number of changes of the simulators' state, so that pages can wait for the next one by long polling. */
export type Changes = {
  version(): number
  bump(): void
  /** Resolves at the next change, at the latest after 20 s. */
  next(): Promise<void>
}

const longestWaitMs = 20_000

/** @param clock must be real time even in tests, because long polling waits in real time. */
export function makeChanges(clock: Clock): Changes {
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
