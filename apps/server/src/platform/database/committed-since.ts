import { type SQL, sql } from 'drizzle-orm'

/**
 * Read position in a table, by the transaction ids of its rows: the newest id seen, and the transactions open then.
 * `open` excludes ended transactions, because after a crash the id of a rolled-back one may be reused.
 */
export type ReadPosition = { newest: string; open: string[] }

/** SQL of type text[] for the transactions that are open while the statement runs. */
export const openTransactions = sql`array(select pg_snapshot_xip(pg_current_snapshot()))::text[]`

/** Returns parameters for `committedSince`. For the position `null` that statement selects no rows. */
export const positionParameters = (place: ReadPosition | null) => ({
  newest: place?.newest ?? null,
  open: place && `{${place.open.join(',')}}`,
})

type Rows = {
  /** Table with an index on (transaction, `by`, …). */
  table: SQL
  columns: SQL
  by: SQL
  /** Row limit, applied twice: to newer transactions, and to transactions that were open at the position. */
  limit: number
}

/** Returns SQL for the rows committed since a position. The limits make the planner use the index. */
export function committedSince({ newest, open }: { newest: SQL; open: SQL }, { table, columns, by, limit }: Rows): SQL {
  const first = sql`order by transaction, ${by} limit ${limit}::int`
  return sql`
    (select ${columns} from ${table} where transaction > ${newest}::text::xid8 ${first})
    union all
    (select ${columns} from ${table}
      where transaction = any(${open}::text::xid8[]) and transaction <= ${newest}::text::xid8 ${first})`
}
