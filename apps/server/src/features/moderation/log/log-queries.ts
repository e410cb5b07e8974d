import { sql } from 'drizzle-orm'
import type { Db } from '#platform/database/db.ts'

/** Adds a log entry. A trigger numbers it and links it to the previous entry by a hash. */
export const insertLogEntry = (db: Db, entry: string) =>
  db.row<Pick<LogRow, 'seq' | 'hash'>>(sql`
    insert into moderation_log (entry) values (${entry}) returning seq::float8 as seq, encode(hash, 'hex') as hash`)

export type LogMac = { seq: number; mac: string }

/** Adds the MAC of a log entry; does not replace an existing MAC. */
export const insertLogMac = (db: Db, { seq, mac }: LogMac) =>
  db.rows(sql`insert into moderation_log_macs (seq, mac) values (${seq}, ${mac}) on conflict do nothing`)

/** Returns up to `limit` MACs of entries with a number above `after`, lowest number first. */
export const selectLogMacs = (db: Db, after: number, limit: number) =>
  db.rows<LogMac>(sql`
    select m.seq::float8 as seq, m.mac from moderation_log_macs m
    where m.seq > ${after}::bigint order by m.seq limit ${limit}::int`)

/** An entry of the moderation log; `hash` is hexadecimal. */
export type LogRow = { seq: number; entry: string; hash: string }

/** Returns up to `limit` log entries with a number above `after`, lowest number first. */
export const selectLog = (db: Db, after: number, limit: number) =>
  db.rows<LogRow>(sql`
    select l.seq::float8 as seq, l.entry, encode(l.hash, 'hex') as hash from moderation_log l
    where l.seq > ${after}::bigint order by l.seq limit ${limit}::int`)

export const selectLatestLogEntry = (db: Db) =>
  db.row<LogRow>(sql`
    select l.seq::float8 as seq, l.entry, encode(l.hash, 'hex') as hash from moderation_log l
    order by l.seq desc limit 1`)

export type SignedLogHead = { day: string; seq: number; hash: string; signature: string }

/** Adds a day's signature of the newest log entry; does not replace an existing signature. */
export const insertSignedLogHead = (db: Db, { day, seq, hash, signature }: SignedLogHead) =>
  db.rows(sql`
    insert into moderation_log_heads (day, seq, hash, signature)
    values (${day}, ${seq}, decode(${hash}, 'hex'), ${signature}) on conflict do nothing`)

export const selectSignedLogHeads = (db: Db) =>
  db.rows<SignedLogHead>(sql`
    select h.day::text as day, h.seq::float8 as seq, encode(h.hash, 'hex') as hash, h.signature
    from moderation_log_heads h order by h.day`)
