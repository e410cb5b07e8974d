import type { QueueLine } from '@pawtrait/contract/moderation/moderation-desk.ts'
import { expect, test } from 'vitest'
import { type ShownLine, steady } from './steady-lines.ts'

const line = (id: string, takenBy: string | null = null) => ({ id, takenBy }) as QueueLine
const shownAs = (shown: readonly ShownLine[]) => shown.map(({ line: { id }, gone }) => (gone ? `(${id})` : id))
const of = (...ids: string[]): ShownLine[] => ids.map((id) => ({ line: line(id), gone: false }))

test('what is first read is shown', () => {
  expect(shownAs(steady([], [line('a'), line('b')]).shown)).toEqual(['a', 'b'])
})

test('what comes above or between is counted, what comes after follows', () => {
  const { shown, news } = steady(
    of('b', 'd'),
    ['a', 'b', 'c', 'd', 'e'].map((id) => line(id)),
  )
  expect([shownAs(shown), news]).toEqual([['b', 'd', 'e'], 2])
})

test('what is decided elsewhere keeps its place, and what changed is shown as it is', () => {
  const { shown } = steady(of('a', 'b'), [line('b', 'leila')])
  expect(shownAs(shown)).toEqual(['(a)', 'b'])
  expect(shown[1]?.line.takenBy).toBe('leila')
})

test('when nothing of it is left, the new ones stand there', () => {
  const { shown, news } = steady(of('a'), [line('b'), line('c')])
  expect([shownAs(shown), news]).toEqual([['b', 'c'], 0])
})
