import { expect, test } from 'vitest'
import { nextRenderedRows, rowsAtAnchor, rowsInRange, rowTop } from './virtual-rows.ts'

const ids = Array.from({ length: 100 }, (_, index) => `row ${index}`)
const rows = { ids, heightOf: () => 500 }
const screen = { from: 20_000, to: 20_800 } // The screen starts at row 40.
const notHeld = () => false

type IsHeld = (id: string) => boolean

/** Repeats rendering steps until nothing changes, as after a scroll. */
function renderUntilSettled(drawn: ReadonlySet<string>, at = screen, isHeld: IsHeld = notHeld): ReadonlySet<string> {
  const next = nextRenderedRows(drawn, rows, at, isHeld)
  return next === drawn ? drawn : renderUntilSettled(next, at, isHeld)
}

const numbers = (drawn: ReadonlySet<string>) => [...drawn].map((id) => Number(id.slice(4))).toSorted((a, b) => a - b)

test('rowsInRange returns rows that overlap a range, even partly', () => {
  expect(rowsInRange(rows, { from: 499, to: 1001 })).toEqual(['row 0', 'row 1', 'row 2'])
  expect(rowsInRange(rows, { from: 500, to: 1000 })).toEqual(['row 1'])
  expect(rowsInRange(rows, { from: -900, to: 0 })).toEqual([])
})

test('rowTop returns the sum of the heights of earlier rows', () => {
  expect(rowTop(rows, 'row 3')).toBe(1500)
})

test('nextRenderedRows adds one row per step, starting with the rows in the viewport', () => {
  const first = nextRenderedRows(new Set<string>(), rows, screen, notHeld)
  expect(numbers(first)).toEqual([40])
  expect(numbers(nextRenderedRows(first, rows, screen, notHeld))).toEqual([40, 41])
})

test('nextRenderedRows renders the viewport and about 1,200 pixels above and below it after enough steps', () => {
  expect(numbers(renderUntilSettled(new Set()))).toEqual([37, 38, 39, 40, 41, 42, 43])
})

test('nextRenderedRows removes rows only at twice the distance at which it adds rows', () => {
  const drawn = renderUntilSettled(new Set())
  expect(numbers(renderUntilSettled(drawn, { from: 21_000, to: 21_800 }))[0]).toBe(37)
  const later = numbers(renderUntilSettled(drawn, { from: 30_000, to: 30_800 }))
  expect([later[0], later.at(-1)]).toEqual([57, 63])
})

test('nextRenderedRows does not remove rows for which isHeld returns true', () => {
  const drawn = renderUntilSettled(new Set())
  const far = numbers(renderUntilSettled(drawn, { from: 0, to: 800 }, (id) => id === 'row 40'))
  expect(far.at(-1)).toBe(40)
  expect(far).toHaveLength(5)
})

test('nextRenderedRows removes a row that is no longer in the list', () => {
  const drawn = renderUntilSettled(new Set(['row 40', 'gone']))
  expect(drawn.has('gone')).toBe(false)
})

test('rowsAtAnchor returns the rows that are in the viewport when the anchor row is at its offset', () => {
  expect([...rowsAtAnchor(rows, { id: 'row 7', offset: -100 }, 800)]).toEqual(['row 7', 'row 8'])
  expect([...rowsAtAnchor(rows, { id: 'row 7', offset: 600 }, 500)]).toEqual(['row 5', 'row 6', 'row 7'])
})
