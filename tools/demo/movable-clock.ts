import { type Clock, systemClock } from '../../apps/server/src/platform/clock.ts'

/** A clock that can be set into the past, so that a community looks as if it had been there for weeks. */
export type MovableClock = Clock & {
  set(at: Date): void
  /** Goes on with the time of the machine. */
  reset(): void
}

export function movableClock(): MovableClock {
  let at: Date | undefined
  return {
    now: () => at ?? systemClock.now(),
    // Nobody is guessing: the floor under a log-in need not be waited for.
    wait: async () => {},
    set: (to) => {
      at = to
    },
    reset: () => {
      at = undefined
    },
  }
}
