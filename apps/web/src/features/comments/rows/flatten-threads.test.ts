import { describe, expect, it } from 'vitest'
import type { ReplyRef, Threads } from '#features/comments/thread-cache.ts'
import { flattenThreads } from './flatten-threads.ts'

// The casts allow short ids such as 'a' in place of UUIDs.
const rowsOf = (tops: string[], threads: Record<string, { replies: object[] }>) =>
  flattenThreads(tops as unknown as ReplyRef['id'][], threads as unknown as Threads)

describe('flattenThreads', () => {
  it('indents replies by at most four levels, and a reply to a missing comment by one level', () => {
    const chain = ['a', 'b', 'c', 'd', 'e', 'f'].map((id, at, all) => ({ id, parentId: all[at - 1] ?? 'root' }))
    const rows = rowsOf(['root'], { root: { replies: [...chain, { id: 'z', parentId: 'gone' }] } })
    expect(rows.map(({ id, depth, isBeside }) => `${id} ${depth}${isBeside ? ' beside' : ''}`)).toEqual([
      'root 0',
      'a 1',
      'b 2',
      'c 3',
      'd 4',
      'e 4 beside',
      'f 4 beside',
      'z 1',
    ])
  })

  it('lists each reply below its parent, and marks the last row of each thread', () => {
    const replies = [
      { id: 'c', parentId: 'a' },
      { id: 'd', parentId: 'a' },
      { id: 'e', parentId: 'c' },
    ]
    const rows = rowsOf(['a', 'b'], { a: { replies } })
    expect(rows.map(({ id, position, isLast }) => [id, position, isLast])).toEqual([
      ['a', 1, false],
      ['c', 2, false],
      ['e', 3, false],
      ['d', 4, true],
      ['b', 5, true],
    ])
  })
})
