import { DAY_MS, HOUR_MS } from '@pawtrait/contract/durations.ts'
import type { ExportId } from '@pawtrait/contract/ids.ts'
import type { Context } from '#platform/context.ts'
import { eachBisected } from '#platform/database/each-row.ts'
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

/**
 * Deletes the pieces of one export, else all that are of no use; the rows last, so that a file that remains is known.
 * A file that cannot be deleted is passed over.
 */
export async function dropPieces(ctx: Context, id: ExportId | null): Promise<void> {
  const drop = async (some: readonly string[]) => {
    await ctx.storage.delete(some)
    await deletePieces(ctx.db, some)
  }
  for (let after: string | undefined = ''; after !== undefined; ) {
    const files: string[] = await selectUselessFiles(ctx.db, id, after)
    await eachBisected(ctx, 'sweep-exports', files, String, drop)
    after = files.at(-1)
  }
}
