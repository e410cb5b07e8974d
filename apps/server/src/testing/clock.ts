import type { Clock } from '#platform/clock.ts'

/** A clock that tests move. Waiting takes no real time and is recorded in `waited`. */
export type TestClock = Clock & { advance(ms: number): void; waited: number[] }

export const second = 1_000
export const minute = 60 * second
export const hour = 60 * minute
export const day = 24 * hour

/** Starts at the present time by default, so that its times are close to those that PostgreSQL sets. */
export function testClock(start = new Date()): TestClock {
  let at = start.getTime()
  const waited: number[] = []
  return {
    now: () => new Date(at),
    waited,
    advance: (ms) => {
      at += ms
    },
    wait: async (ms) => {
      waited.push(ms)
    },
  }
}
