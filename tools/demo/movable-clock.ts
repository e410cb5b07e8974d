import { type Clock, systemClock } from '../../apps/server/src/platform/clock.ts'

/** A clock that can be set to the past, so that the community looks weeks old. */
export type MovableClock = Clock & {
  set(at: Date): void
  /** Returns to the system time. */
  reset(): void
}

export function movableClock(): MovableClock {
  let at: Date | undefined
  return {
    now: () => at ?? systemClock.now(),
    // The demo does not need the minimum duration of a log-in, which slows down guessing.
    wait: async () => {},
    set: (to) => {
      at = to
    },
    reset: () => {
      at = undefined
    },
  }
}
