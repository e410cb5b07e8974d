import { type Clock, systemClock } from '../../apps/server/src/platform/clock.ts'

/** A clock that can be set to the past, so that the community looks weeks old. */
export type MovableClock = Clock & {
  set(at: Date): void
  /** Makes the clock return the system time again. */
  reset(): void
}

export function movableClock(): MovableClock {
  let at: Date | undefined
  return {
    now: () => at ?? systemClock.now(),
    // The delay of log-ins, which slows down password guessing, is not needed in the demo.
    wait: async () => {},
    set: (to) => {
      at = to
    },
    reset: () => {
      at = undefined
    },
  }
}
