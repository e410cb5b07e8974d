import { type SQL, sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import { expect, it } from 'vitest'
import { compileStatement, compileViewerStatement, toInstantSql } from './compile-statement.ts'

const dialect = new PgDialect()

it('compileStatement returns the same SQL as its builder, and runs the builder only once', () => {
  let builds = 0
  const list = (user: unknown, most: unknown) => sql`select ${'a'} from x where ${sql`u = ${user}`} limit ${most}::int`
  const ask = compileStatement<{ user: string; most: number }>(['user', 'most'], ({ user, most }) => {
    builds += 1
    return sql`(${list(user, most)}) union all (${list(user, 1)})`
  })
  for (const [user, most] of [
    ['one', 3],
    ["it's $1", 4],
  ] as const) {
    const uncompiled = sql`(${list(user, most)}) union all (${list(user, 1)})`
    for (const [actual, expression] of [
      [ask({ user, most }), uncompiled],
      [sql`explain ${ask({ user, most })} limit ${5}`, sql`explain ${uncompiled} limit ${5}`],
    ] as const) {
      const [{ sql: text, params }, expected] = [dialect.sqlToQuery(actual), dialect.sqlToQuery(expression)]
      expect({ text, params }).toEqual({ text: expected.sql, params: expected.params })
    }
  }
  expect(builds).toBe(1)
})

it('compileViewerStatement runs its builder once for all users and once for all visitors', () => {
  const viewers: unknown[] = []
  const seen = (viewer: unknown, at: Date | SQL) =>
    viewer ? sql`where u = ${viewer} and at > ${toInstantSql(at)}` : sql`where false`
  const ask = compileViewerStatement<{ at: string }>(['at'], (viewer, { at }) => {
    viewers.push(viewer)
    return sql`select 1 ${seen(viewer, at)}`
  })
  const at = new Date(0)
  for (const viewer of ['one', null, 'two', null]) {
    const expected = dialect.sqlToQuery(sql`select 1 ${seen(viewer, at)}`)
    const { sql: text, params } = dialect.sqlToQuery(ask(viewer, { at: at.toISOString() }))
    expect({ text, params }).toEqual({ text: expected.sql, params: expected.params })
  }
  expect(viewers).toEqual([expect.anything(), null])
})
