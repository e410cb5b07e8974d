import type { ImportId, UserId } from '@pawtrait/contract/ids.ts'
import { type DataImport, MAX_LISTED_SKIPPED_ITEMS, type SkippedItem } from '@pawtrait/contract/imports.ts'
import { sql } from 'drizzle-orm'
import { type Db, idArray } from '#platform/database/db.ts'

/** One run of an import. `rowsDone`: number of rows that earlier runs have finished. */
export type ImportRun = { id: ImportId; user: UserId; run: number; archive: string; rowsDone: number }

/** Starts a run; earlier runs of the import stop. Returns undefined when the import is finished or has no user. */
export const startImportRun = (db: Db, id: ImportId, at: Date) =>
  db.row<ImportRun>(sql`
    update imports set state = 'running', run = run + 1, touched_at = ${at.toISOString()}
    where id = ${id} and state in ('waiting', 'running') and user_id is not null and archive is not null
    returning id, user_id as "user", run, archive, rows_done as "rowsDone"`)

const isCurrentRun = ({ id, run }: ImportRun) =>
  sql`id = ${id} and run = ${run} and state = 'running' and user_id is not null`

export const updateImportRowCount = (db: Db, run: ImportRun, rows: number) =>
  db.rows(sql`update imports set rows = ${rows} where ${isCurrentRun(run)}`)

export type RowOutcome = {
  posts: number
  photos: number
  pets: number
  alreadyHere: number
  skipped: readonly SkippedItem[]
}

/** Counts a row exactly once. Returns false when it was counted before, or the run has ended. */
export const recordRowOutcome = async (
  db: Db,
  run: ImportRun,
  row: number,
  outcome: RowOutcome,
  at: Date,
): Promise<boolean> =>
  (
    await db.rows(sql`
      update imports set rows_done = rows_done + 1, touched_at = ${at.toISOString()}, posts = posts + ${outcome.posts},
        photos = photos + ${outcome.photos}, pets = pets + ${outcome.pets},
        already_here = already_here + ${outcome.alreadyHere},
        skipped_count = skipped_count + ${outcome.skipped.length},
        skipped = jsonb_path_query_array(skipped || ${JSON.stringify(outcome.skipped)}::text::jsonb,
          ${`$[0 to ${MAX_LISTED_SKIPPED_ITEMS - 1}]`}::jsonpath)
      where ${isCurrentRun(run)} and rows_done = ${row} returning 1`)
  ).length > 0

export const endImport = (db: Db, run: ImportRun, failure: DataImport['failure'], at: Date) =>
  db.rows(sql`
    update imports set state = ${failure === null ? 'done' : 'failed'}, failure = ${failure},
      finished_at = ${at.toISOString()}, touched_at = ${at.toISOString()}
    where ${isCurrentRun(run)}`)

export const failStalledImports = (db: Db, before: Date, now: Date) =>
  db.rows(sql`
    update imports set state = 'failed', failure = 'trouble', finished_at = ${now.toISOString()}
    where state in ('waiting', 'running') and touched_at < ${before.toISOString()}`)

/** Returns at most 100 names of unused archives above `after`, in order. With `id`, only the archive of that import. */
export const selectUnusedArchives = async (db: Db, id: ImportId | null, after: string): Promise<string[]> => {
  const rows = await db.rows<{ archive: string }>(sql`
    select archive from imports where archive is not null and (state in ('done', 'failed') or user_id is null)
      and (${id}::uuid is null or id = ${id}::uuid) and archive > ${after}
    order by archive limit 100`)
  return rows.map(({ archive }) => archive)
}

export const clearArchiveNames = (db: Db, archives: readonly string[]) =>
  db.rows(sql`update imports set archive = null where archive = any(${idArray(archives)}::text[])`)

/**
 * Deletes imports without a user, and imports that made no progress since `before`, once their archive is deleted.
 * Keeps each user's newest import.
 */
export const deleteOldImports = (db: Db, before: Date) =>
  db.rows(sql`
    delete from imports i where archive is null and (user_id is null or (touched_at < ${before.toISOString()}
      and exists (select 1 from imports n where n.user_id = i.user_id and n.id > i.id)))`)
