import { sql } from 'drizzle-orm'
import type { Db } from '#platform/db.ts'

/** Adds a row. The database numbers it and chains it to the one before. */
export const insertLogEntry = (db: Db, entry: string) =>
  db.rows(sql`insert into moderation_log (entry) values (${entry})`)
