/** Durations in milliseconds, for server and web. A day is 24 hours. Calendar days would need a time zone. */
export const HOUR_MS = 3_600_000
export const DAY_MS = 24 * HOUR_MS
