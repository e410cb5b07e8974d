import { Param, Placeholder, type Query, SQL, StringChunk, sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'

export const asInstant = (at: Date | SQL): SQL => (at instanceof Date ? sql`${at.toISOString()}` : at)

/** A parameter value. Booleans are excluded: a flag that changes the SQL text needs a statement per value. */
type Value = string | number | null

/** Placeholders for values. Null values have placeholders too, because the SQL text must be the same in every call. */
type Places<Values> = { [Name in keyof Values]: SQL }

const dialect = new PgDialect()

/** Returns a statement with an SQL text that is built once. Joining 10,000 characters takes 0.2 ms. */
export function compileStatement<Values extends Record<string, Value>>(
  names: readonly (keyof Values & string)[],
  make: (places: Places<Values>) => SQL,
): (values: Values) => SQL {
  let query: Query | undefined
  const compile = () => {
    const places = Object.fromEntries(names.map((name) => [name, sql`${sql.placeholder(name)}`]))
    // The cast is safe: the object is built from all `names`.
    return dialect.sqlToQuery(make(places as Places<Values>))
  }
  return (values) => {
    query ??= compile()
    const { sql: text } = query
    const params = query.params.map((param) => (param instanceof Placeholder ? values[param.name] : param))
    // A statement that runs alone uses `toQuery`. A fragment of another statement uses `part`.
    const part = { getSQL: () => joined(text, params), shouldOmitSQLParens: () => true }
    return Object.assign(new SQL([part]), { toQuery: () => ({ sql: text, params }) })
  }
}

const joined = (text: string, params: readonly unknown[]) =>
  new SQL(
    text
      .split(/\$\d+/)
      .flatMap((part, at) => [new StringChunk(part), ...(at < params.length ? [new Param(params[at])] : [])]),
  )

/** Like `compileStatement`, with a second SQL text for visitors (`viewer` is null). */
export function compileViewerStatement<Values extends Record<string, Value>>(
  names: readonly (keyof Values & string)[],
  make: (viewer: SQL | null, places: Places<Values>) => SQL,
): (viewer: string | null, values: Values) => SQL {
  const forUser = compileStatement<Values & { viewer: string }>(['viewer', ...names], (places) =>
    make(places.viewer, places),
  )
  const forVisitor = compileStatement(names, (places) => make(null, places))
  return (viewer, values) => (viewer === null ? forVisitor(values) : forUser({ ...values, viewer }))
}
