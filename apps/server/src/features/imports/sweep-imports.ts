import { DAY_MS } from '@pawtrait/contract/durations.ts'
import type { ImportId } from '@pawtrait/contract/ids.ts'
import type { Context } from '#platform/context.ts'
import { forEachRowWithBisection } from '#platform/database/for-each-row.ts'
import { clearArchiveNames, deleteOldImports, failStalledImports, selectUnusedArchives } from './import-run-queries.ts'

// Rows of ended imports are kept for this time, so that users can still request an import by its id.
const RETENTION_MS = 30 * DAY_MS

/** Deletes the archives of imports that have ended or have no user. Imports without progress for a day fail. */
export async function sweepImports(ctx: Context): Promise<void> {
  await failStalledImports(ctx.db, new Date(ctx.now.getTime() - DAY_MS), ctx.now)
  await deleteArchives(ctx, null)
  await deleteOldImports(ctx.db, new Date(ctx.now.getTime() - RETENTION_MS))
}

/** Deletes the archive of an import; with `null`, all unused ones. The row keeps the name until the file is deleted. */
export async function deleteArchives(ctx: Context, id: ImportId | null): Promise<void> {
  const deleteBatch = async (batch: readonly string[]) => {
    await ctx.storage.delete(batch)
    await clearArchiveNames(ctx.db, batch)
  }
  for (let after: string | undefined = ''; after !== undefined; ) {
    const archives: string[] = await selectUnusedArchives(ctx.db, id, after)
    await forEachRowWithBisection(ctx, 'sweep-imports', archives, String, deleteBatch)
    after = archives.at(-1)
  }
}
