import { sql } from 'drizzle-orm'
import type { Db } from '#platform/db.ts'

/** Adds a row. The database numbers it and chains it to the one before. */
export const insertLogEntry = (db: Db, entry: string) =>
  db.rows(sql`insert into moderation_log (entry) values (${entry})`)

/** `hash` in hex. */
export type LogRow = { seq: number; entry: string; hash: string }

/** Some rows behind a number, in their order. */
export const selectLog = (db: Db, after: number, most: number) =>
  db.rows<LogRow>(sql`
    select seq::float8 as seq, entry, encode(hash, 'hex') as hash from moderation_log where seq > ${after}::bigint
    order by seq limit ${most}::int`)

export const selectLastOfLog = (db: Db) =>
  db.row<LogRow>(sql`
    select seq::float8 as seq, entry, encode(hash, 'hex') as hash from moderation_log order by seq desc limit 1`)

export type SignedHead = { day: string; seq: number; hash: string; signature: string }

/** One for a day; the first stays. */
export const insertSignedHead = (db: Db, { day, seq, hash, signature }: SignedHead) =>
  db.rows(sql`
    insert into moderation_log_heads (day, seq, hash, signature)
    values (${day}, ${seq}, decode(${hash}, 'hex'), ${signature}) on conflict do nothing`)

export const selectSignedHeads = (db: Db) =>
  db.rows<SignedHead>(sql`
    select day::text as day, seq::float8 as seq, encode(hash, 'hex') as hash, signature from moderation_log_heads
    order by day`)
