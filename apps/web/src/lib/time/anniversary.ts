import { DAY_MS } from '@pawtrait/contract/durations.ts'

const isLeapYear = (year: number) => new Date(Date.UTC(year, 1, 29)).getUTCDate() === 29

/** Returns the anniversary of a day (`YYYY-MM-DD`) in a year. 29 February falls on the 28th in common years. */
function moveToYear(day: string, year: number): string {
  const monthAndDay = day.slice(4)
  return `${String(year).padStart(4, '0')}${monthAndDay === '-02-29' && !isLeapYear(year) ? '-02-28' : monthAndDay}`
}

/**
 * Returns the next anniversary of a day, which may be today. `on` is its date. `years` are the years since the day.
 * `inDays` are the days until the anniversary. Days have the form `YYYY-MM-DD`.
 */
export function findNextAnniversary(day: string, today: string): { on: string; years: number; inDays: number } {
  const year = Number(today.slice(0, 4))
  const thisYear = moveToYear(day, year)
  const isAhead = thisYear >= today && thisYear > day
  const on = isAhead ? thisYear : moveToYear(day, Math.max(year, Number(day.slice(0, 4))) + 1)
  const years = Number(on.slice(0, 4)) - Number(day.slice(0, 4))
  return { on, years, inDays: Math.round((Date.parse(on) - Date.parse(today)) / DAY_MS) }
}
