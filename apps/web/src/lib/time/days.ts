import { DAY_MS } from '@pawtrait/contract/durations.ts'
/** "20 December 2026", in the reader's zone unless another is told; a bare day (`2026-12-20`) is that day in `UTC`. */
export const longDay = (iso: string, locale: string, timeZone?: string) =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'long', ...(timeZone && { timeZone }) }).format(new Date(iso))

/** "November 2026" of a month of the calendar such as `2026-11`. */
export const longMonth = (month: string, locale: string) =>
  new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(new Date(`${month}-01`))

/** "2 October – 2 November 2026", in the reader's zone unless another is told. */
export const daySpan = (from: string, until: string, locale: string, timeZone?: string) =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'long', ...(timeZone && { timeZone }) }).formatRange(
    new Date(from),
    new Date(until),
  )

/**
 * When something ends or ended, in the reader's zone: "20 December 2026", and from yesterday to tomorrow, where the
 * hour matters, "20 December 2026 at 23:59".
 * @param now in milliseconds
 */
export function endTime(iso: string, locale: string, now = new Date().getTime()): string {
  const near = [-DAY_MS, 0, DAY_MS].some((away) => isSameDay(new Date(now + away), new Date(iso)))
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long', ...(near && { timeStyle: 'short' }) }).format(
    new Date(iso),
  )
}

const isSameDay = (one: Date, other: Date) => one.toDateString() === other.toDateString()

/** "1:42" of a number of seconds. */
export const minutesAndSeconds = (seconds: number) =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
