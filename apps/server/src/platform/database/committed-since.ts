import { type SQL, sql } from 'drizzle-orm'

/**
 * How far a process has read a table whose rows carry the number of their transaction: the newest transaction of which
 * it has a row, and which were open then. Rows of those, and of any newer one, have been committed since. Transactions
 * that had ended are not kept: after a crash the database gives the number of one that was rolled back again.
 */
export type Place = { newest: string; open: string[] }

/** As SQL, of type text[]: the transactions that are open while the statement runs. */
export const openTransactions = sql`array(select pg_snapshot_xip(pg_current_snapshot()))::text[]`

/** A place as parameters of `committedSince`. Without one, nothing is found. */
export const placeParameters = (place: Place | null) => ({
  newest: place?.newest ?? null,
  open: place && `{${place.open.join(',')}}`,
})

type Rows = {
  /** Table with an index that begins with (transaction, `by`). */
  table: SQL
  columns: SQL
  by: SQL
  /** At most so many of new transactions, and so many of those that were open. */
  limit: number
}

/** As SQL: the rows that were committed since a place. The planner takes the index because of the limits. */
export function committedSince({ newest, open }: { newest: SQL; open: SQL }, { table, columns, by, limit }: Rows): SQL {
  const first = sql`order by transaction, ${by} limit ${limit}::int`
  return sql`
    (select ${columns} from ${table} where transaction > ${newest}::text::xid8 ${first})
    union all
    (select ${columns} from ${table}
      where transaction = any(${open}::text::xid8[]) and transaction <= ${newest}::text::xid8 ${first})`
}
