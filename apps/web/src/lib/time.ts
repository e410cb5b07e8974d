const steps: [unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
]

/** "2 hours ago", "1 h" when short; "just now" is the caller's word for under a minute (null here). */
export function ago(iso: string, now: number, locale: string, style: 'long' | 'narrow' = 'long'): string | null {
  const seconds = Math.max(0, (now - Date.parse(iso)) / 1000)
  const step = steps.find(([, size]) => seconds >= size)
  if (!step) return null
  const [unit, size] = step
  const count = Math.floor(seconds / size)
  if (style === 'narrow')
    return new Intl.NumberFormat(locale, {
      style: 'unit',
      unit,
      unitDisplay: unit === 'minute' ? 'short' : 'narrow',
    }).format(count)
  return new Intl.RelativeTimeFormat(locale, { numeric: 'always' }).format(-count, unit)
}

/** "21 November 2026, 09:12" in the reader's zone, for the title of a relative time. */
export const exactTime = (iso: string, locale: string) =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short' }).format(new Date(iso))

/** Whole years and months since a day (`YYYY-MM-DD`), as of today in UTC. */
export function ageOf(day: string, now: number): { years: number; months: number; weeks: number } {
  const born = new Date(`${day}T00:00:00Z`)
  const today = new Date(now)
  const total = (today.getUTCFullYear() - born.getUTCFullYear()) * 12 + today.getUTCMonth() - born.getUTCMonth()
  const months = Math.max(0, today.getUTCDate() < born.getUTCDate() ? total - 1 : total)
  const weeks = Math.max(0, Math.floor((now - born.getTime()) / 604_800_000))
  return { years: Math.floor(months / 12), months: months % 12, weeks }
}

/** Milliseconds since the page began, for measuring how long something takes. */
export const elapsed = () => performance.now()

/** "09:12" in the reader's zone, of a time in milliseconds. */
export const clockTime = (at: number, locale: string) =>
  new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit' }).format(new Date(at))
