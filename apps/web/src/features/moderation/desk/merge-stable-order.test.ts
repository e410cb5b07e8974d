import type { QueueLine } from '@pawtrait/contract/moderation/moderation-desk.ts'
import { describe, expect, test } from 'vitest'
import { mergeStableOrder, type VisibleLine } from './merge-stable-order.ts'

const line = (id: string, takenBy: string | null = null) => ({ id, takenBy }) as QueueLine
const shownAs = (shown: readonly VisibleLine[]) => shown.map(({ line: { id }, gone }) => (gone ? `(${id})` : id))
const of = (...ids: string[]): VisibleLine[] => ids.map((id) => ({ line: line(id), gone: false }))

describe('mergeStableOrder', () => {
  test('returns all lines of the first fetch', () => {
    expect(shownAs(mergeStableOrder([], [line('a'), line('b')]).shown)).toEqual(['a', 'b'])
  })

  test('counts new lines above or between known ones, and appends new lines below them', () => {
    const { shown, newCount } = mergeStableOrder(
      of('b', 'd'),
      ['a', 'b', 'c', 'd', 'e'].map((id) => line(id)),
    )
    expect([shownAs(shown), newCount]).toEqual([['b', 'd', 'e'], 2])
  })

  test('retains lines that left the queue in place, marked as gone, and updates the others', () => {
    const { shown } = mergeStableOrder(of('a', 'b'), [line('b', 'leila')])
    expect(shownAs(shown)).toEqual(['(a)', 'b'])
    expect(shown[1]?.line.takenBy).toBe('leila')
  })

  test('returns the fetched lines at once when no known line is left', () => {
    const { shown, newCount } = mergeStableOrder(of('a'), [line('b'), line('c')])
    expect([shownAs(shown), newCount]).toEqual([['b', 'c'], 0])
  })
})
