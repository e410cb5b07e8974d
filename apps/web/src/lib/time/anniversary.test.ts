import { describe, expect, test } from 'vitest'
import { findNextAnniversary } from './anniversary.ts'

describe('findNextAnniversary', () => {
  test.each([
    ['2020-03-12', '2026-03-11', { on: '2026-03-12', years: 6, inDays: 1 }],
    ['2020-03-12', '2026-03-12', { on: '2026-03-12', years: 6, inDays: 0 }],
    ['2020-03-12', '2026-03-13', { on: '2027-03-12', years: 7, inDays: 364 }],
    ['2026-11-21', '2026-11-21', { on: '2027-11-21', years: 1, inDays: 365 }],
    ['2024-02-29', '2026-02-27', { on: '2026-02-28', years: 2, inDays: 1 }],
    ['2024-02-29', '2026-03-01', { on: '2027-02-28', years: 3, inDays: 364 }],
    ['2024-02-29', '2028-02-28', { on: '2028-02-29', years: 4, inDays: 1 }],
    ['2027-01-01', '2026-12-31', { on: '2028-01-01', years: 1, inDays: 366 }],
  ])('returns the next anniversary of %s as of %s', (day, today, expected) => {
    expect(findNextAnniversary(day, today)).toEqual(expected)
  })
})
