const AHEAD_MS = 14 * 3_600_000 // the day begins first in UTC+14

/** The last day that has begun somewhere on Earth, `YYYY-MM-DD`. */
export const lastDay = (now: number): string => new Date(now + AHEAD_MS).toISOString().slice(0, 10)
