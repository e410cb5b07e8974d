import { Param, Placeholder, type Query, SQL, StringChunk, sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'

/** Where the values of a statement stand in its text. */
type Places<Values> = { [Name in keyof Values]: SQL }

const dialect = new PgDialect()

/**
 * A statement whose text is put together once, when it is first asked for; later its values alone are put in. For
 * large ones that are asked often: to join the fragments of ten thousand letters takes 0.2 ms.
 */
export function compiled<Values extends Record<string, unknown>>(
  names: readonly (keyof Values & string)[],
  make: (places: Places<Values>) => SQL,
): (values: Values) => SQL {
  let made: { query: Query; between: StringChunk[] } | undefined
  const compile = () => {
    const places = Object.fromEntries(names.map((name) => [name, sql`${sql.placeholder(name)}`]))
    // Every name has its place: the object is made from them.
    const query = dialect.sqlToQuery(make(places as Places<Values>))
    return { query, between: query.sql.split(/\$\d+/).map((part) => new StringChunk(part)) }
  }
  return (values) => {
    made ??= compile()
    const { query, between } = made
    const params = query.params.map((param) => (param instanceof Placeholder ? values[param.name] : param))
    const chunks = between.flatMap((part, at) => (at < params.length ? [part, new Param(params[at])] : [part]))
    // Asked by itself, which is the rule, it is ready; as a part of another statement it is joined as any.
    return Object.assign(new SQL(chunks), { toQuery: () => ({ sql: query.sql, params }) })
  }
}
