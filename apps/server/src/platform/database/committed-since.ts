import { type SQL, sql } from 'drizzle-orm'

/**
 * Read position in a table by the transaction ids of its rows: the newest id seen, and the transactions open then.
 * Ended transactions are not in `open`: after a crash, the database may reuse the id of a rolled-back one.
 */
export type ReadPosition = { newest: string; open: string[] }

/** SQL expression of type text[]: the transactions open while the statement runs. */
export const openTransactions = sql`array(select pg_snapshot_xip(pg_current_snapshot()))::text[]`

/** Parameters for `committedSince`. With the position `null`, it selects no rows. */
export const positionParameters = (place: ReadPosition | null) => ({
  newest: place?.newest ?? null,
  open: place && `{${place.open.join(',')}}`,
})

type Rows = {
  /** Table with an index on (transaction, `by`, …). */
  table: SQL
  columns: SQL
  by: SQL
  /** Limit for rows of newer transactions, and again for rows of transactions that were open at the position. */
  limit: number
}

/** SQL of the rows that were committed since a position. With the limits, the planner uses the index. */
export function committedSince({ newest, open }: { newest: SQL; open: SQL }, { table, columns, by, limit }: Rows): SQL {
  const first = sql`order by transaction, ${by} limit ${limit}::int`
  return sql`
    (select ${columns} from ${table} where transaction > ${newest}::text::xid8 ${first})
    union all
    (select ${columns} from ${table}
      where transaction = any(${open}::text::xid8[]) and transaction <= ${newest}::text::xid8 ${first})`
}
