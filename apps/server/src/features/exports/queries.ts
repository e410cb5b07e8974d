import type { ExportId, UserId } from '@pawtrait/contract/ids.ts'
import { sql } from 'drizzle-orm'
import type { Db } from '#platform/database/db.ts'
import type { ExportRecord } from './view.ts'

const columns = sql`id, state, progress, size_bytes as "sizeBytes", created_at as "createdAt",
  finished_at as "finishedAt", expires_at as "expiresAt"`

/** Inserts an export; returns undefined when the user has another export in progress. */
export const insertExport = (db: Db, id: ExportId, user: UserId, now: Date) =>
  db.row<ExportRecord>(sql`
    insert into exports (id, user_id, state, created_at, touched_at)
    values (${id}, ${user}, 'waiting', ${now.toISOString()}, ${now.toISOString()})
    on conflict (user_id) where state in ('waiting', 'running') do nothing returning ${columns}`)

export const selectExportInProgress = (db: Db, user: UserId) =>
  db.row<ExportRecord>(sql`select ${columns} from exports where user_id = ${user} and state in ('waiting', 'running')`)

export const selectNewestExport = (db: Db, user: UserId) =>
  db.row<ExportRecord>(sql`select ${columns} from exports where user_id = ${user} order by id desc limit 1`)

export const selectLastExportFinishedAt = async (db: Db, user: UserId): Promise<string | null> => {
  const row = await db.row<{ at: string | null }>(sql`
    select max(finished_at) as at from exports where user_id = ${user}`)
  return row?.at ?? null
}

export const selectExport = (db: Db, user: UserId, id: ExportId) =>
  db.row<ExportRecord>(sql`select ${columns} from exports where id = ${id} and user_id = ${user}`)

export type ExportPiece = { file: string; beginsAt: number; sizeBytes: number }

/** Returns the pieces that overlap a byte range, in order. The range includes `to`. */
export const selectPieces = async (db: Db, id: ExportId, from: number, to: number): Promise<ExportPiece[]> => {
  const rows = await db.rows<{ file: string; beginsAt: string; sizeBytes: string }>(sql`
    select file, begins_at as "beginsAt", size_bytes as "sizeBytes" from export_pieces
    where export_id = ${id} and begins_at <= ${to} and begins_at + size_bytes > ${from} order by begins_at`)
  return rows.map(({ file, ...numbers }) => ({
    file,
    beginsAt: Number(numbers.beginsAt),
    sizeBytes: Number(numbers.sizeBytes),
  }))
}

/** Marks an export with a missing file as failed, so that the user can begin another at once. */
export const markExportFileLost = (db: Db, id: ExportId) =>
  db.rows(sql`update exports set state = 'failed', finished_at = null where id = ${id} and state = 'ready'`)

export type ExportEmailRow = {
  username: string
  email: string
  timeZone: string
  sizeBytes: string
  expiresAt: string
}

export const selectExportEmail = (db: Db, id: ExportId) =>
  db.row<ExportEmailRow>(sql`
    select u.username, u.email, u.time_zone as "timeZone", e.size_bytes as "sizeBytes", e.expires_at as "expiresAt"
    from exports e join users u on u.id = e.user_id where e.id = ${id} and e.state = 'ready' and u.deleted_at is null`)
