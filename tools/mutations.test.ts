import { describe, expect, it } from 'vitest'
import { applyMutation, findMutations } from './mutations.ts'

const broken = (source: string) => findMutations('a.ts', source).map((mutation) => applyMutation(source, mutation))

describe('findMutations', () => {
  it.each([
    ['await hold(tx)\nawait go()', ['\nawait go()', 'await hold(tx)\n']],
    ['if (a < 1) throw new Problem(b)', ['if (!(a < 1)) throw new Problem(b)', '', 'if (a <= 1) throw new Problem(b)']],
    ['const a = b && c ? 1 : 2', ['const a = b || c ? 1 : 2', 'const a = !(b && c) ? 1 : 2']],
    ['const a = b === c', ['const a = b !== c']],
    ['sql`select 1 from a where b = ${c} for update`', ['sql`select 1 from a where b = ${c}`']],
    ['sql`select 1 where a = 1 and b = ${c}`', ['sql`select 1 where a = 1`']],
    ['sql`select 1 where a = 1\n  and not used`', ['sql`select 1 where a = 1`']],
    ['sql`select 1 where a = 1 and b is null`', ['sql`select 1 where a = 1`']],
    ['sql`select 1 where a < ${b}`', ['sql`select 1 where a <= ${b}`']],
    ['sql`select 1 order by a desc`', ['sql`select 1 order by a`']],
  ])('mutates "%s"', (source, expected) => {
    expect(broken(source).toSorted()).toEqual(expected.toSorted())
  })

  it('returns no mutation for code without a condition or a removable statement', () => {
    expect(broken('const a = 1\nexport const b = (c: string) => call(c, `text and d`)')).toEqual([])
  })
})
