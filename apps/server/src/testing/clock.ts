import type { Clock } from '#platform/clock.ts'

/** A clock that tests advance. Waiting takes no real time. `waited` records each wait. */
export type TestClock = Clock & { advance(ms: number): void; waited: number[] }

export const second = 1_000
export const minute = 60 * second
export const hour = 60 * minute
export const day = 24 * hour

/**
 * Returns the time one calendar month later, at the same time of day in Nairobi (UTC+3, no summer time). In a shorter
 * month, the last day of that month.
 */
export function oneMonthAfter(at: Date): Date {
  const local = new Date(at.getTime() + 3 * hour)
  const lastDay = new Date(Date.UTC(local.getUTCFullYear(), local.getUTCMonth() + 2, 0)).getUTCDate()
  local.setUTCMonth(local.getUTCMonth() + 1, Math.min(local.getUTCDate(), lastDay))
  return new Date(local.getTime() - 3 * hour)
}

/** Returns a test clock. By default it starts now, because its times must be close to those of PostgreSQL. */
export function createTestClock(start = new Date()): TestClock {
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
