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
    // Login's minimum duration against guessing is not needed here.
    wait: async () => {},
    set: (to) => {
      at = to
    },
    reset: () => {
      at = undefined
    },
  }
}
