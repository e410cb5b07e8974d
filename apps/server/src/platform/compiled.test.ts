import { sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import { expect, it } from 'vitest'
import { compiled } from './compiled.ts'

it('is the same statement as one that is put together each time, and its text is made once', () => {
  let made = 0
  const list = (user: unknown, most: unknown) => sql`select ${'a'} from x where ${sql`u = ${user}`} limit ${most}::int`
  const ask = compiled<{ user: string; most: number }>(['user', 'most'], ({ user, most }) => {
    made += 1
    return sql`(${list(user, most)}) union all (${list(user, 1)})`
  })
  const dialect = new PgDialect()
  for (const [user, most] of [
    ['one', 3],
    ["it's $1", 4],
  ] as const) {
    const anew = sql`(${list(user, most)}) union all (${list(user, 1)})`
    for (const [one, other] of [
      [ask({ user, most }), anew],
      [sql`explain ${ask({ user, most })} limit ${5}`, sql`explain ${anew} limit ${5}`],
    ] as const) {
      const [{ sql: text, params }, expected] = [dialect.sqlToQuery(one), dialect.sqlToQuery(other)]
      expect({ text, params }).toEqual({ text: expected.sql, params: expected.params })
    }
  }
  expect(made).toBe(1)
})
