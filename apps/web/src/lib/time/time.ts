import { serverNow } from './server-clock.ts'

const steps: [unit: TimeUnit, seconds: number][] = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
]

export type TimeUnit = 'year' | 'month' | 'week' | 'day' | 'hour' | 'minute'

/** Returns the time since an instant in whole units of the largest unit that fits; null under a minute. */
export function timeSince(iso: string, now: number): { unit: TimeUnit; count: number } | null {
  const seconds = Math.max(0, (now - Date.parse(iso)) / 1000)
  const step = steps.find(([, size]) => seconds >= size)
  return step ? { unit: step[0], count: Math.floor(seconds / step[1]) } : null
}

/** Caches one formatter per locale, because creating a formatter takes as long as a hundred calls of it. */
function perLocale<Format>(createFormat: (locale: string) => Format): (locale: string) => Format {
  const formats = new Map<string, Format>()
  return (locale) => {
    const format = formats.get(locale) ?? createFormat(locale)
    formats.set(locale, format)
    return format
  }
}

const getRelativeFormat = perLocale((locale) => new Intl.RelativeTimeFormat(locale, { numeric: 'always' }))
const exactFormat = { dateStyle: 'long', timeStyle: 'short' } as const
const getExactFormat = perLocale((locale) => new Intl.DateTimeFormat(locale, exactFormat))

/** Formats a time span as "2 hours ago". */
export const formatRelativeTime = ({ unit, count }: { unit: TimeUnit; count: number }, locale: string): string =>
  getRelativeFormat(locale).format(-count, unit)

/** Formats a time as "21 November 2026 at 09:12", by default in the reader's time zone. */
export const formatExactTime = (iso: string, locale: string, timeZone?: string) => {
  const format = timeZone ? new Intl.DateTimeFormat(locale, { ...exactFormat, timeZone }) : getExactFormat(locale)
  return format.format(new Date(iso))
}

/** Returns the day (`YYYY-MM-DD`) at an instant in milliseconds. `utcOffset`: minutes ahead of UTC. */
export const dayAtInstant = (instant: number, utcOffset: number): string =>
  new Date(instant + utcOffset * 60_000).toISOString().slice(0, 10)

/**
 * Returns whole years and months between two days (`YYYY-MM-DD`), and the total of whole weeks. In a month without the
 * birthday's day, the last day counts: a birthday on 29 February is on the 28th in common years.
 */
export function ageBetween(birthday: string, day: string): { years: number; months: number; weeks: number } {
  const [born, now] = [new Date(birthday), new Date(day)]
  const total = (now.getUTCFullYear() - born.getUTCFullYear()) * 12 + now.getUTCMonth() - born.getUTCMonth()
  const lastDay = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 0)).getUTCDate()
  const months = Math.max(0, now.getUTCDate() < Math.min(born.getUTCDate(), lastDay) ? total - 1 : total)
  const weeks = Math.max(0, Math.floor((now.getTime() - born.getTime()) / 604_800_000))
  return { years: Math.floor(months / 12), months: months % 12, weeks }
}

/** Returns the milliseconds since page load, for measuring durations. */
export const msSincePageLoad = () => performance.now()

/** Formats a time in milliseconds as "09:12", by default in the reader's time zone. */
export const formatClockTime = (time: number, locale: string, timeZone?: string) =>
  new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', ...(timeZone && { timeZone }) }).format(time)

/** Returns the Unix time in milliseconds. */
export const currentTimeMs = () => new Date().getTime()

/** Returns the milliseconds until an instant. The result is negative after the instant. */
export const msUntil = (iso: string): number => Date.parse(iso) - serverNow()
