import { expect, it } from 'vitest'
import { findSlowTests, readReleaseDurations } from './slow-tests.ts'

it('slow-tests lists a test that took over 10 s and over 20 times as long as at the last release', () => {
  expect(findSlowTests({ 'a > waits': 12_040, 'a > is quick': 200 }, { 'a > waits': 600 })).toEqual([
    '12.0 s, at the last release 0.6 s: a > waits',
  ])
})

it('slow-tests lists slow tests that were too short to be recorded at the last release, longest first', () => {
  expect(findSlowTests({ 'a > one': 11_000, 'a > two': 12_000 }, {})).toEqual([
    '12.0 s, at the last release under 0.5 s: a > two',
    '11.0 s, at the last release under 0.5 s: a > one',
  ])
})

it('slow-tests omits a test under 10 s, and a test that was similarly slow at the last release', () => {
  expect(findSlowTests({ 'a > long': 30_000, 'a > short': 9_000 }, { 'a > long': 20_000 })).toEqual([])
})

it('slow-tests reads the times of the last release', () => {
  expect(Object.keys(readReleaseDurations()).length).toBeGreaterThan(100)
})
