import { expect, it } from 'vitest'
import { newId } from './id.ts'

it('newId returns ascending ids within a millisecond, and after the clock is set back an hour', () => {
  const from = Date.parse('2030-01-01T12:00:00Z')
  const minutes = [0, 0, 0, 60, 60, 0, 1, 61]
  const ids = minutes.map((minute) => newId(new Date(from + minute * 60_000)))
  expect(ids).toEqual(ids.toSorted())
  expect(new Set(ids).size).toBe(ids.length)
})

it('newId uses the current time again after the clock was years ahead for a while', () => {
  newId(new Date('2040-01-01T00:00:00Z'))
  const now = Date.parse('2026-05-04T00:00:00Z')
  expect(Number.parseInt(newId(new Date(now)).replaceAll('-', '').slice(0, 12), 16)).toBe(now)
})
