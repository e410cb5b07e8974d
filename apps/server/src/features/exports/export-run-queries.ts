import type { ExportId, UserId } from '@pawtrait/contract/ids.ts'
import { sql } from 'drizzle-orm'
import { type Db, idArray } from '#platform/database/db.ts'
import type { ExportedTable, OwnedTable } from '#platform/database/owned-data.ts'
import type { ExportPiece } from './queries.ts'

export type ExportRun = { id: ExportId; user: UserId; run: number }

/** Begins a run of an export and ends earlier runs. Returns undefined if the export is finished or has no user. */
export const startExportRun = (db: Db, id: ExportId, at: Date) =>
  db.row<ExportRun>(sql`
    update exports set state = 'running', run = run + 1, progress = 0, touched_at = ${at.toISOString()}
    where id = ${id} and state in ('waiting', 'running') and user_id is not null
    returning id, user_id as "user", run`)

const isCurrentRun = ({ id, run }: ExportRun) =>
  sql`id = ${id} and run = ${run} and state = 'running' and user_id is not null`

/** Stores the progress of a run; returns false when the run is no longer current. */
export const updateExportProgress = async (db: Db, run: ExportRun, progress: number, at: Date): Promise<boolean> =>
  (
    await db.rows(sql`
      update exports set progress = ${progress}, touched_at = ${at.toISOString()}
      where ${isCurrentRun(run)} returning 1`)
  ).length > 0

/** Inserts the row of a piece (a part of the ZIP); returns false when the run is no longer current. */
export const insertPiece = async (db: Db, run: ExportRun, piece: ExportPiece, at: Date): Promise<boolean> =>
  (
    await db.rows(sql`
      with alive as (update exports set touched_at = ${at.toISOString()} where ${isCurrentRun(run)} returning id)
      insert into export_pieces (file, export_id, begins_at, size_bytes)
      select ${piece.file}, id, ${piece.beginsAt}::bigint, ${piece.sizeBytes}::bigint from alive returning 1`)
  ).length > 0

export const isPieceKnown = async (db: Db, file: string): Promise<boolean> =>
  (await db.rows(sql`select 1 from export_pieces where file = ${file}`, 'fresh')).length > 0

/** Marks the export as ready and the user's older exports as expired. Returns false if the run is no longer current. */
export const markExportReady = async (db: Db, run: ExportRun, sizeBytes: number, at: Date, expiresAt: Date) => {
  const rows = await db.rows(sql`
    update exports set state = 'ready', progress = 100, size_bytes = ${sizeBytes}::bigint,
      finished_at = ${at.toISOString()}, touched_at = ${at.toISOString()}, expires_at = ${expiresAt.toISOString()}
    where ${isCurrentRun(run)} returning 1`)
  if (rows.length === 0) return false
  await db.rows(sql`
    update exports set state = 'expired' where user_id = ${run.user} and state = 'ready' and id <> ${run.id}`)
  return true
}

export const markExportFailed = (db: Db, run: ExportRun) =>
  db.rows(sql`update exports set state = 'failed' where ${isCurrentRun(run)}`)

/** Marks exports as failed if they made no progress since `before`, except those with an id in `excluded`. */
export const markStalledExportsFailed = (db: Db, before: Date, excluded: readonly string[]) =>
  db.rows(sql`
    update exports set state = 'failed'
    where state in ('waiting', 'running') and touched_at < ${before.toISOString()}
      and id <> all(${idArray(excluded)}::uuid[])`)

export const markExportsExpired = (db: Db, now: Date) =>
  db.rows(sql`update exports set state = 'expired' where state = 'ready' and expires_at <= ${now.toISOString()}`)

/**
 * Returns at most 100 names of files above `after`, sorted. With an `id`, the files of that export. With null, the
 * files of all expired or failed exports, and of exports without a user.
 */
export const selectExportFilesToDelete = async (db: Db, id: ExportId | null, after: string): Promise<string[]> => {
  const rows = await db.rows<{ file: string }>(sql`
    select file from export_pieces p join exports e on e.id = p.export_id
    where case when ${id}::uuid is null then e.state in ('expired', 'failed') or e.user_id is null
      else e.id = ${id}::uuid end and file > ${after}
    order by file limit 100`)
  return rows.map(({ file }) => file)
}

export const deletePieces = (db: Db, files: readonly string[]) =>
  db.rows(sql`delete from export_pieces where file = any(${idArray(files)}::text[])`)

/**
 * Deletes exports without a user, and expired or failed exports that made no progress since `before`. Skips exports
 * that still have files.
 */
export const deleteOldExports = (db: Db, before: Date) =>
  db.rows(sql`
    delete from exports e
    where (user_id is null or (state in ('expired', 'failed') and touched_at < ${before.toISOString()}))
      and not exists (select 1 from export_pieces where export_id = e.id)`)

const toCamelCase = (name: string) => name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

const selectOwnRows = ({ table, columns: userColumns }: OwnedTable, columnNames: readonly string[], user: UserId) => {
  const selectList = columnNames.map((name) => sql`${sql.identifier(name)} as ${sql.identifier(toCamelCase(name))}`)
  const ownerConditions = userColumns.map((name) => sql`${sql.identifier(name)} = ${user}`)
  return sql`select ${sql.join(selectList, sql`, `)} from ${sql.identifier(table)}
    where ${sql.join(ownerConditions, sql` or `)}
    order by 1`
}

const ROWS_PER_BATCH = 500

/** Makes the transaction read-only, with one snapshot for all statements (repeatable read). */
export const setSnapshotTransaction = (db: Db) =>
  db.rows(sql`set transaction isolation level repeatable read, read only`, 'fresh')

/** Yields the exported rows of a table, 500 at a time. Needs a transaction, and can read only one table at a time. */
export async function* selectExportedRows(db: Db, table: ExportedTable, user: UserId) {
  const source = table.export
  const rows = 'rows' in source ? source.rows(user) : selectOwnRows(table, source.columns, user)
  await db.rows(sql`declare exported_rows no scroll cursor for ${rows}`, 'fresh')
  for (;;) {
    const batch = await db.rows<Record<string, unknown>>(
      sql`fetch ${sql.raw(String(ROWS_PER_BATCH))} from exported_rows`,
      'fresh',
    )
    yield batch
    if (batch.length < ROWS_PER_BATCH) break
  }
  await db.rows(sql`close exported_rows`, 'fresh')
}
