import { expect, it } from 'vitest'
import { createRestartBackoff } from './restart-backoff.ts'

it('restart backoff is 0 after each kill of a postmaster that ran for at least a second', () => {
  const wait = createRestartBackoff()
  expect(Array.from({ length: 20 }, () => wait(1_000))).toEqual(Array(20).fill(0))
})

it('restart backoff grows to 800 ms while the postmaster dies within a second of being ready', () => {
  const wait = createRestartBackoff()
  const waits = Array.from({ length: 9 }, (_, n) => wait(n % 2 === 0 ? 0 : 999))
  expect(waits).toEqual([0, 100, 200, 400, 400, 800, 800, 800, 800])
  expect(wait(1_000)).toBe(0)
  expect(wait(0)).toBe(100)
})

it('restart backoff grows to five seconds while the postmaster never becomes ready', () => {
  const wait = createRestartBackoff()
  const waits = Array.from({ length: 10 }, () => wait())
  expect(waits).toEqual([0, 100, 200, 400, 400, 800, 1_600, 3_200, 5_000, 5_000])
  expect(wait(0)).toBe(800)
})
