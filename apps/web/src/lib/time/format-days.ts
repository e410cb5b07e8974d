import { DAY_MS } from '@pawtrait/contract/durations.ts'
import { formatExactTime } from './time.ts'

/** Formats a day as "20 December 2026", by default in the reader's time zone; use `UTC` for a date (`2026-12-20`). */
export const formatDay = (iso: string, locale: string, timeZone?: string) =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'long', ...(timeZone && { timeZone }) }).format(new Date(iso))

/** Formats a calendar month such as `2026-11` as "November 2026". */
export const formatMonth = (month: string, locale: string) =>
  new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(new Date(`${month}-01`))

/** Formats a period as "2 October – 2 November 2026", by default in the reader's time zone. */
export const formatDaySpan = (from: string, until: string, locale: string, timeZone?: string) =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'long', ...(timeZone && { timeZone }) })
    .formatRange(new Date(from), new Date(until))
    // Node writes thin spaces around the dash of a period, Chromium normal spaces. Hydration needs the same text from
    // both.
    .replaceAll('\u2009', ' ')

/**
 * Formats the end of a period in the reader's time zone, such as "20 December 2026". If the end is yesterday, today or
 * tomorrow, the time is included: "20 December 2026 at 23:59".
 * @param now in milliseconds
 */
export function formatEndTime(iso: string, locale: string, now = new Date().getTime(), timeZone?: string): string {
  const day = formatDay(iso, locale, timeZone)
  const isNear = [-DAY_MS, 0, DAY_MS].some(
    (offset) => formatDay(new Date(now + offset).toISOString(), locale, timeZone) === day,
  )
  return isNear ? formatExactTime(iso, locale, timeZone) : day
}

/** Returns whether two times in milliseconds are on the same day, by default in the reader's time zone. */
export function isSameDay(first: number, second: number, timeZone?: string): boolean {
  const day = new Intl.DateTimeFormat('en', { dateStyle: 'short', ...(timeZone && { timeZone }) })
  return day.format(first) === day.format(second)
}

/** Formats seconds as "1:42". */
export const formatMinutesAndSeconds = (seconds: number) =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
