import { DAY_MS } from '@pawtrait/contract/durations.ts'

const leap = (year: number) => new Date(Date.UTC(year, 1, 29)).getUTCDate() === 29

/** Returns the anniversary of a day (`YYYY-MM-DD`) in a year. 29 February falls on the 28th in common years. */
function inYear(day: string, year: number): string {
  const rest = day.slice(4)
  return `${String(year).padStart(4, '0')}${rest === '-02-29' && !leap(year) ? '-02-28' : rest}`
}

/**
 * Returns the next anniversary of a day, which may be today: its date, the years since the day, and the days until the
 * anniversary. Days have the form `YYYY-MM-DD`.
 */
export function nextAnniversary(day: string, today: string): { on: string; years: number; inDays: number } {
  const year = Number(today.slice(0, 4))
  const thisYear = inYear(day, year)
  const isAhead = thisYear >= today && thisYear > day
  const on = isAhead ? thisYear : inYear(day, Math.max(year, Number(day.slice(0, 4))) + 1)
  const years = Number(on.slice(0, 4)) - Number(day.slice(0, 4))
  return { on, years, inDays: Math.round((Date.parse(on) - Date.parse(today)) / DAY_MS) }
}
