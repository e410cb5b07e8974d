import { type SQL, sql } from 'drizzle-orm'

/**
 * Position of a reader in a table, as transaction ids: the newest id that was read, and the transactions that were open
 * at that time. `open` excludes ended transactions, because PostgreSQL may reuse the id of a rolled-back transaction
 * after a crash.
 */
export type ReadPosition = { newest: string; open: string[] }

/** SQL of type text[]: ids of the transactions that are open while the statement runs. */
export const openTransactions = sql`array(select pg_snapshot_xip(pg_current_snapshot()))::text[]`

/** Returns parameters for `committedSinceSql`. With the position `null`, `committedSinceSql` selects no rows. */
export const positionParameters = (place: ReadPosition | null) => ({
  newest: place?.newest ?? null,
  open: place && `{${place.open.join(',')}}`,
})

type Rows = {
  /** Table with an index on (transaction, `by`, …). */
  table: SQL
  columns: SQL
  by: SQL
  /** Row limit. It applies to newer transactions, and separately to transactions that were open at the position. */
  limit: number
}

/** Returns SQL for the rows committed since a position. The row limits make the planner use the index. */
export function committedSinceSql(
  { newest, open }: { newest: SQL; open: SQL },
  { table, columns, by, limit }: Rows,
): SQL {
  const first = sql`order by transaction, ${by} limit ${limit}::int`
  return sql`
    (select ${columns} from ${table} where transaction > ${newest}::text::xid8 ${first})
    union all
    (select ${columns} from ${table}
      where transaction = any(${open}::text::xid8[]) and transaction <= ${newest}::text::xid8 ${first})`
}
