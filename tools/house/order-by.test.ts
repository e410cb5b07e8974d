import { describe, expect, it } from 'vitest'
import { findColumnNames, findOrderByOffences } from './order-by.ts'

const path = 'apps/server/src/features/likes/queries.ts'
const columns = new Set(['id', 'seq', 'posts', 'created_at'])
const offences = (sql: string) => findOrderByOffences({ path, text: `const one = sql\`\n${sql}\`` }, columns)

describe('findOrderByOffences', () => {
  it.each([
    ['a cast without an alias', 'select id::text from likes order by id'],
    ['a qualified cast', 'select l.id::text from likes l order by id desc limit 1'],
    ['a cast under its own name', "select seq::float8 as seq, encode(hash, 'hex') as hash from log order by seq"],
    ['an aggregate', 'select tag, count(*)::int as posts from tags group by tag order by posts desc, tag'],
    ['a quoted alias', 'select max(x) "created_at" from likes order by created_at'],
    ['a subquery', 'select (select seq::text from log order by seq limit 1) as last'],
    ['a cast of the second sort key', 'select id::text, tag from likes order by tag, id'],
  ])('finds an ORDER BY that is ambiguous because of %s', (_case, sql) => {
    expect(offences(sql)).toMatchObject([{ path, line: 2 }])
  })

  it.each([
    ['a qualified name', 'select l.id::text from likes l order by l.id'],
    ['a plain column', 'select l.id, seq as seq from likes l order by id, seq'],
    ['an output column with a name that no table has', 'select count(*) as total from likes order by total'],
    ['a cast in another subquery', 'select id from (select id::text from likes) l order by id'],
    ['a union, which sorts output columns only', 'select id::text from a union select id::text from b order by id'],
  ])('accepts an ORDER BY with %s', (_case, sql) => {
    expect(offences(sql)).toEqual([])
  })

  it('uses the column names that findColumnNames reads from tables.ts', () => {
    const text = "export const likes = pgTable('likes', { postId: uuid('post_id').notNull(), at: timestamp('at') })"
    expect([...findColumnNames([{ path: 'apps/server/src/features/likes/tables.ts', text }])]).toEqual([
      'post_id',
      'at',
    ])
  })
})
