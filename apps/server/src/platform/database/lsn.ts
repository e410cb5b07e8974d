import { type SQL, sql } from 'drizzle-orm'

/** A WAL position (LSN) in bytes. */
export type Lsn = bigint

/** SQL for the current WAL position. It is later than every change that the statement can see. */
export const writtenLsn: SQL = sql`(pg_current_wal_insert_lsn() - '0/0')::text`

export const replayedLsn: SQL = sql`(pg_last_wal_replay_lsn() - '0/0')::text`

const PAGE = 8_192n
// Each WAL page begins with a header of 24 bytes, 40 in the first page of a file.
const HEADER = 40n

/**
 * Parses an LSN. Rounds a position within a page header down to the start of the page. An idle replica reports the
 * start of the header, and its primary the end. Without rounding, this difference looks like a permanent lag.
 */
export function parseLsn(text: string): Lsn {
  const lsn = BigInt(text)
  const offset = lsn % PAGE
  return offset <= HEADER ? lsn - offset : lsn
}
