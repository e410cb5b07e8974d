import { expect, test } from 'vitest'
import { formatEndTime, isSameDay } from './format-days.ts'

const createDate = (day: number, hour: number) => new Date(2026, 11, day, hour, 30)
const formatAtNow = (end: Date, now: Date) => formatEndTime(end.toISOString(), 'en-GB', now.getTime())

test.each([
  [19, '20 December 2026 at 08:30'],
  [20, '20 December 2026 at 08:30'],
  [21, '20 December 2026 at 08:30'],
  [18, '20 December 2026'],
  [22, '20 December 2026'],
])('formatEndTime on %i December formats an end time on 20 December as "%s"', (day, words) =>
  expect(formatAtNow(createDate(20, 8), createDate(day, 23))).toBe(words),
)

test.each([
  ['Africa/Nairobi', true],
  ['UTC', false],
])('isSameDay compares the dates of two instants in the time zone %s', (timeZone, isSame) => {
  const [beforeMidnight, morning] = [Date.parse('2026-12-19T23:55:00Z'), Date.parse('2026-12-20T06:30:00Z')]
  expect(isSameDay(beforeMidnight, morning, timeZone)).toBe(isSame)
})
