import type { ImportId, UserId } from '@pawtrait/contract/ids.ts'
import { sql } from 'drizzle-orm'
import type { Db } from '#platform/database/db.ts'
import type { ImportRecord } from './view.ts'

const columns = sql`id, state, failure, rows, rows_done as "rowsDone", posts, photos, pets,
  already_here as "alreadyHere", skipped, skipped_count as "skippedCount", created_at as "createdAt",
  finished_at as "finishedAt"`

/** Inserts an import; returns undefined when another import of the user is in progress. */
export const insertImport = (db: Db, id: ImportId, user: UserId, archive: string, now: Date) =>
  db.row<ImportRecord>(sql`
    insert into imports (id, user_id, state, archive, created_at, touched_at)
    values (${id}, ${user}, 'waiting', ${archive}, ${now.toISOString()}, ${now.toISOString()})
    on conflict (user_id) where state in ('waiting', 'running') do nothing returning ${columns}`)

export const hasUnfinishedImport = async (db: Db, user: UserId): Promise<boolean> =>
  (await db.rows(sql`select 1 from imports where user_id = ${user} and state in ('waiting', 'running')`)).length > 0

export const selectNewestImport = (db: Db, user: UserId) =>
  db.row<ImportRecord>(sql`select ${columns} from imports where user_id = ${user} order by id desc limit 1`)

export const selectImport = (db: Db, user: UserId, id: ImportId) =>
  db.row<ImportRecord>(sql`select ${columns} from imports where id = ${id} and user_id = ${user}`)
