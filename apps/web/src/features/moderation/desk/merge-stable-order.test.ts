import type { QueuedItem } from '@pawtrait/contract/moderation/moderation-desk.ts'
import { describe, expect, test } from 'vitest'
import { mergeStableOrder, type VisibleRow } from './merge-stable-order.ts'

const line = (id: string, takenBy: string | null = null) => ({ id, takenBy }) as QueuedItem
const formatRows = (shown: readonly VisibleRow[]) => shown.map(({ line: { id }, gone }) => (gone ? `(${id})` : id))
const rowsWith = (...ids: string[]): VisibleRow[] => ids.map((id) => ({ line: line(id), gone: false }))

describe('mergeStableOrder', () => {
  test('returns all rows of the first fetch', () => {
    expect(formatRows(mergeStableOrder([], [line('a'), line('b')]).shown)).toEqual(['a', 'b'])
  })

  test('counts new rows above or between known rows, and appends new rows below the known rows', () => {
    const { shown, newCount } = mergeStableOrder(
      rowsWith('b', 'd'),
      ['a', 'b', 'c', 'd', 'e'].map((id) => line(id)),
    )
    expect([formatRows(shown), newCount]).toEqual([['b', 'd', 'e'], 2])
  })

  test('retains the position of rows that left the queue, marks them as gone, and updates other rows', () => {
    const { shown } = mergeStableOrder(rowsWith('a', 'b'), [line('b', 'leila')])
    expect(formatRows(shown)).toEqual(['(a)', 'b'])
    expect(shown[1]?.line.takenBy).toBe('leila')
  })

  test('returns all fetched rows, and counts no row as new, when none of the known rows remain', () => {
    const { shown, newCount } = mergeStableOrder(rowsWith('a'), [line('b'), line('c')])
    expect([formatRows(shown), newCount]).toEqual([['b', 'c'], 0])
  })
})
