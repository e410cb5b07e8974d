import { expect, it } from 'vitest'
import { restartWaits } from './restart-waits.ts'

it('is back at once whenever it stood, however often it is killed', () => {
  const wait = restartWaits()
  expect(Array.from({ length: 20 }, () => wait(1_000))).toEqual(Array(20).fill(0))
})

it('waits longer and longer while it dies as soon as it is ready, but never long', () => {
  const wait = restartWaits()
  const waits = Array.from({ length: 9 }, (_, n) => wait(n % 2 === 0 ? 0 : 999))
  expect(waits).toEqual([0, 100, 200, 400, 400, 800, 800, 800, 800])
  expect(wait(1_000)).toBe(0)
  expect(wait(0)).toBe(100)
})

it('waits up to five seconds while it does not start', () => {
  const wait = restartWaits()
  const waits = Array.from({ length: 10 }, () => wait())
  expect(waits).toEqual([0, 100, 200, 400, 400, 800, 1_600, 3_200, 5_000, 5_000])
  expect(wait(0)).toBe(800)
})
