import { type SQL, sql } from 'drizzle-orm'

/** SQL of the smallest possible id at an instant. Ids begin with their time (UUIDv7), so each day is a range of ids. */
export const firstIdAtSql = (at: SQL): SQL =>
  sql`(lpad(to_hex((extract(epoch from ${at}) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid`
