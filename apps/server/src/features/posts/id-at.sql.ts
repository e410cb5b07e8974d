import { type SQL, sql } from 'drizzle-orm'

/** The smallest id made at an instant or later: ids begin with their time (UUIDv7), so a day is a range of them. */
export const idAt = (at: SQL): SQL =>
  sql`(lpad(to_hex((extract(epoch from ${at}) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid`
