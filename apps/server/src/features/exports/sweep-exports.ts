import { DAY_MS, HOUR_MS } from '@pawtrait/contract/durations.ts'
import type { ExportId } from '@pawtrait/contract/ids.ts'
import type { Context } from '#platform/context.ts'
import {
  deleteOldExports,
  deletePieces,
  selectUselessFiles,
  updateEndedExpired,
  updateStalledFailed,
} from './run-queries.ts'

// After it nobody asks for an export by its id any more.
const remembersMs = 30 * DAY_MS

/** Takes away the files of what has expired, failed or is nobody's. Exports whose job is gone fail. */
export async function sweepExports(ctx: Context): Promise<void> {
  const waiting = await ctx.jobs.waiting('make-export')
  // Every job of this name was sent with the export it is about.
  const cared = waiting.map((data) => (data as { export: ExportId }).export)
  await updateStalledFailed(ctx.db, new Date(ctx.now.getTime() - HOUR_MS), cared)
  await updateEndedExpired(ctx.db, ctx.now)
  await dropPieces(ctx, null)
  await deleteOldExports(ctx.db, new Date(ctx.now.getTime() - remembersMs))
}

/** Takes away the pieces of one export, else all that are of no use. The rows go last: until then they are known. */
export async function dropPieces(ctx: Context, id: ExportId | null): Promise<void> {
  for (let files = await selectUselessFiles(ctx.db, id); files.length > 0; ) {
    await ctx.storage.delete(files)
    await deletePieces(ctx.db, files)
    files = await selectUselessFiles(ctx.db, id)
  }
}
