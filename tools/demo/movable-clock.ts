import { type Clock, systemClock } from '../../apps/server/src/platform/clock.ts'

/** A clock that can be set to the past, so that the community looks weeks old. */
export type MovableClock = Clock & {
  set(at: Date): void
  /** Returns the clock to the system time. */
  reset(): void
}

export function createMovableClock(): MovableClock {
  let at: Date | undefined
  return {
    now: () => at ?? systemClock.now(),
    // Switches off the delay of log-ins, which slows down password guessing and is not needed in the demo.
    wait: async () => {},
    set: (to) => {
      at = to
    },
    reset: () => {
      at = undefined
    },
  }
}
