import { DAY_MS, HOUR_MS } from '@pawtrait/contract/durations.ts'
import type { ExportId } from '@pawtrait/contract/ids.ts'
import type { Context } from '#platform/context.ts'
import { forEachRowWithBisection } from '#platform/database/for-each-row.ts'
import {
  deleteOldExports,
  deletePieces,
  markExportsExpired,
  markStalledExportsFailed,
  selectExportFilesToDelete,
} from './export-run-queries.ts'

// An export's row is kept for 30 days, longer than its files. Requests for the export can then still return its state.
const RETENTION_MS = 30 * DAY_MS

/** Deletes files of exports that are expired, failed or have no user. Marks stalled exports without a job as failed. */
export async function sweepExports(ctx: Context): Promise<void> {
  const waitingJobs = await ctx.jobs.waiting('make-export')
  // The cast is safe: every `make-export` job contains the id of its export.
  const exportsWithJob = waitingJobs.map((data) => (data as { export: ExportId }).export)
  await markStalledExportsFailed(ctx.db, new Date(ctx.now.getTime() - HOUR_MS), exportsWithJob)
  await markExportsExpired(ctx.db, ctx.now)
  await deleteExportPieces(ctx, null)
  await deleteOldExports(ctx.db, new Date(ctx.now.getTime() - RETENTION_MS))
}

/**
 * Deletes the ZIP parts of an export; with `null`, those of all expired, failed and userless exports. Deletes each
 * file before its row. Skips files that cannot be deleted.
 */
export async function deleteExportPieces(ctx: Context, id: ExportId | null): Promise<void> {
  const deleteBatch = async (batch: readonly string[]) => {
    await ctx.storage.delete(batch)
    await deletePieces(ctx.db, batch)
  }
  for (let after: string | undefined = ''; after !== undefined; ) {
    const files: string[] = await selectExportFilesToDelete(ctx.db, id, after)
    await forEachRowWithBisection(ctx, 'sweep-exports', files, String, deleteBatch)
    after = files.at(-1)
  }
}
