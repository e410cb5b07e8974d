import { describe, expect, it } from 'vitest'
import { formatBreedAndAge } from './format-breed-and-age.ts'

// Stub without translations, because the tests use only ages in years, which are plain numbers.
const t = () => ''

describe('formatBreedAndAge', () => {
  it.each([
    ['2022-11-28', 180, '2026-11-27T21:20:00Z', '4', 'after midnight in Nairobi'],
    ['2022-11-28', 180, '2026-11-27T20:59:00Z', '3', 'before midnight in Nairobi'],
    ['2022-11-28', -480, '2026-11-28T07:30:00Z', '3', 'before midnight in Los Angeles'],
    ['2020-02-29', 180, '2026-02-28T09:00:00Z', '6', 'on 28 February of a common year'],
    ['2020-02-29', 180, '2028-02-28T09:00:00Z', '7', 'on 28 February of a leap year'],
  ])('formats birthday %s (UTC offset %i min) at %s as age %s (%s)', (birthday, utcOffset, at, age) => {
    expect(formatBreedAndAge(t, { breed: 'Corgi', birthday, utcOffset }, Date.parse(at))).toBe(`Corgi, ${age}`)
  })
})
