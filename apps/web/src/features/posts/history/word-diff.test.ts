import { describe, expect, test } from 'vitest'
import { diffWords } from './word-diff.ts'

const runsOf = (before: string, after: string) =>
  diffWords(before, after)
    .map(({ kind, text }) => (kind === 'same' ? text : kind === 'added' ? `+[${text}]` : `-[${text}]`))
    .join('')

describe('diffWords', () => {
  test('returns removed, added and unchanged words', () => {
    expect(runsOf('He found a wall.', 'He found the one wall.')).toBe('He found -[a ]+[the one ]wall.')
    expect(runsOf('same', 'same')).toBe('same')
    expect(runsOf('', 'new #tag')).toBe('+[new #tag]')
    expect(runsOf('gone', '')).toBe('-[gone]')
  })

  test('returns segments from which both texts can be rebuilt', () => {
    const [before, after] = ['Žofie čeká, už zase. #kot', 'Žofie nečeká! Už #kot zase']
    const runs = diffWords(before, after)
    const text = (...kinds: string[]) =>
      runs
        .filter(({ kind }) => kinds.includes(kind))
        .map((run) => run.text)
        .join('')
    expect(text('same', 'removed')).toBe(before)
    expect(text('same', 'added')).toBe(after)
  })
})
