import type { Clock } from '../clock.ts'

/** A clock that advances only when `advance` is called. `advance` runs due actions in order. */
export type ManualClock = Clock & { advance(ms: number): void }

/** @param start initial time of the clock, in ISO 8601. */
export function createManualClock(start = '2026-10-02T15:11:00.000Z'): ManualClock {
  let now = Date.parse(start)
  let waiting: { at: number; act: () => void }[] = []
  return {
    now: () => new Date(now),
    after(ms, act) {
      const entry = { at: now + ms, act }
      waiting.push(entry)
      return () => {
        waiting = waiting.filter((other) => other !== entry)
      }
    },
    advance(ms) {
      const end = now + ms
      for (;;) {
        const [next] = waiting.filter(({ at }) => at <= end).toSorted((a, b) => a.at - b.at)
        if (!next) break
        waiting = waiting.filter((entry) => entry !== next)
        now = Math.max(now, next.at)
        next.act()
      }
      now = end
    },
  }
}
