import { describe, expect, it } from 'vitest'
import { findNextAnniversary } from './anniversary.ts'
import { ageBetween, dayAtInstant } from './time.ts'

describe('ageBetween', () => {
  it.each([
    ['2022-11-28', '2026-11-28', 4, 0, 'on the birthday'],
    ['2022-11-28', '2026-11-27', 3, 11, 'on the day before'],
    ['2020-02-29', '2026-02-28', 6, 0, 'on 28 February of a common year, born on the 29th'],
    ['2020-02-29', '2028-02-28', 7, 11, 'on 28 February of a leap year, born on the 29th'],
    ['2020-02-29', '2028-02-29', 8, 0, 'on 29 February of a leap year, born on the 29th'],
    ['2026-01-31', '2026-04-30', 0, 3, 'on the last day of a shorter month, born on the 31st'],
    ['2026-05-01', '2026-04-30', 0, 0, 'before the birth'],
  ])('from %s to %s returns %i years and %i months: %s', (birthday, day, years, months) => {
    expect(ageBetween(birthday, day)).toMatchObject({ years, months })
  })

  it('counts only full weeks', () => {
    expect([ageBetween('2026-11-01', '2026-11-14').weeks, ageBetween('2026-11-01', '2026-11-15').weeks]).toEqual([1, 2])
  })
})

describe('dayAtInstant', () => {
  it.each([
    ['2026-11-27T21:20:00Z', 180, '2026-11-28', 'after midnight in Nairobi'],
    ['2026-11-28T07:30:00Z', -480, '2026-11-27', 'before midnight in Los Angeles'],
    ['2026-11-27T18:15:00Z', 345, '2026-11-28', 'at midnight in Kathmandu'],
  ])('for %s, %i minutes ahead of UTC, returns %s: %s', (instant, offset, day) => {
    expect(dayAtInstant(Date.parse(instant), offset)).toBe(day)
  })
})

it('ageBetween adds a year on each anniversary in every time zone, also for a birth on 29 February', () => {
  const zones = Intl.supportedValuesOf('timeZone').filter((_, at) => at % 7 === 0)
  for (const timeZone of [...zones, 'Pacific/Kiritimati', 'Pacific/Apia', 'Asia/Kathmandu', 'America/St_Johns'])
    for (const midnight of ['2026-02-28', '2026-03-01', '2028-02-28', '2028-02-29', '2028-03-01', '2027-01-01']) {
      const format = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' })
      for (let hour = -14; hour <= 14; hour++) {
        const instant = Date.parse(midnight) + hour * 3_600_000
        const local = new Date(new Date(instant).toLocaleString('en-US', { timeZone }) + ' UTC')
        const day = dayAtInstant(instant, (local.getTime() - instant) / 60_000)
        expect([timeZone, day]).toEqual([timeZone, format.format(instant)])
        for (const birthday of ['2020-02-28', '2020-02-29', '2020-03-01', '2020-01-01']) {
          const { years } = ageBetween(birthday, day)
          const { on } = findNextAnniversary(birthday, day)
          const next = ageBetween(birthday, on).years
          expect([birthday, day, next]).toEqual([birthday, day, on === day ? years : years + 1])
        }
      }
    }
})
