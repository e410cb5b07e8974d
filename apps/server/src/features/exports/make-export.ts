import { DAY_MS } from '@pawtrait/contract/durations.ts'
import type { ExportId } from '@pawtrait/contract/ids.ts'
import type { Context } from '#platform/context.ts'
import type { OwnedTable } from '#platform/database/owned-data.ts'
import { RunSupersededError, requireCurrentRun } from './archive/run-superseded.ts'
import { storePieces } from './archive/store-pieces.ts'
import { writeArchive } from './archive/write-archive.ts'
import {
  type ExportRun,
  markExportFailed,
  markExportReady,
  startExportRun,
  updateExportProgress,
} from './export-run-queries.ts'
import { deleteExportPieces } from './sweep-exports.ts'

const RETENTION_MS = 7 * DAY_MS
// Maximum number of runs, including killed ones: an export that crashes its process must not be retried for ever.
const MAX_RUNS = 8

/** Makes an export from the start and deletes earlier runs' pieces. An earlier active run stops at its next step. */
export async function makeExport(ctx: Context, ownedData: readonly OwnedTable[], id: ExportId): Promise<void> {
  const run = await startExportRun(ctx.db, id, ctx.clock.now())
  if (!run) return
  try {
    if (run.run > MAX_RUNS) throw new Error(`the export was started more than ${MAX_RUNS} times`)
    await deleteExportPieces(ctx, id)
    const sizeBytes = await ctx.storage.withFolder((folder) =>
      writeArchive(ctx, { user: run.user, ownedData, folder, onProgress: createProgressRecorder(ctx, run) }, (zip) =>
        storePieces(ctx, run, folder, zip),
      ),
    )
    await finishExport(ctx, run, sizeBytes)
  } catch (error) {
    if (error instanceof RunSupersededError) return
    if (run.run < MAX_RUNS) throw error
    ctx.log.error('make-export', error, { export: id })
    await markExportFailed(ctx.db, run)
  }
}

const createProgressRecorder = (ctx: Context, run: ExportRun) => async (percent: number) =>
  requireCurrentRun(await updateExportProgress(ctx.db, run, percent, ctx.clock.now()))

async function finishExport(ctx: Context, run: ExportRun, sizeBytes: number) {
  const at = ctx.clock.now()
  await ctx.transaction(async ({ db, job }) => {
    requireCurrentRun(await markExportReady(db, run, sizeBytes, at, new Date(at.getTime() + RETENTION_MS)))
    if (ctx.mail.on) await job('mail-export', { export: run.id })
  })
}
