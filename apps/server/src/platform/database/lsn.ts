import { type SQL, sql } from 'drizzle-orm'

/** A place in the database's log (LSN), in bytes from its beginning; as text where the driver brings it. */
export type Lsn = bigint

/** The log as far as it is written: whatever a statement sees that asks for it was committed before. */
export const writtenLsn: SQL = sql`(pg_current_wal_insert_lsn() - '0/0')::text`

/** How far a replica has replayed the log. */
export const replayedLsn: SQL = sql`(pg_last_wal_replay_lsn() - '0/0')::text`

const PAGE = 8_192n
// Each page of the log begins with a header of 24 bytes, of 40 in each file's first.
const HEADER = 40n

/**
 * A header alone says nothing: where it ends is where the page begins. The primary names its end, a replica its
 * beginning, and a database at rest would seem to be ahead for ever.
 */
export function lsnOf(text: string): Lsn {
  const lsn = BigInt(text)
  const within = lsn % PAGE
  return within <= HEADER ? lsn - within : lsn
}
