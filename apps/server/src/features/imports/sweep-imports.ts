import { DAY_MS } from '@pawtrait/contract/durations.ts'
import type { ImportId } from '@pawtrait/contract/ids.ts'
import type { Context } from '#platform/context.ts'
import { eachBisected } from '#platform/database/each-row.ts'
import { deleteOldImports, selectUselessArchives, updateArchivesGone, updateStalledFailed } from './run-queries.ts'

// After it nobody asks for an import by its id any more.
const remembersMs = 30 * DAY_MS

/** Takes away the archives of what has ended or is nobody's. Imports without a sign of life for a day fail. */
export async function sweepImports(ctx: Context): Promise<void> {
  await updateStalledFailed(ctx.db, new Date(ctx.now.getTime() - DAY_MS), ctx.now)
  await dropArchives(ctx, null)
  await deleteOldImports(ctx.db, new Date(ctx.now.getTime() - remembersMs))
}

/**
 * Deletes the archive of one import, else all that are of no use; the row forgets it last, so that a file that remains
 * is known. A file that cannot be deleted is passed over.
 */
export async function dropArchives(ctx: Context, id: ImportId | null): Promise<void> {
  const drop = async (some: readonly string[]) => {
    await ctx.storage.delete(some)
    await updateArchivesGone(ctx.db, some)
  }
  for (let after: string | undefined = ''; after !== undefined; ) {
    const archives: string[] = await selectUselessArchives(ctx.db, id, after)
    await eachBisected(ctx, 'sweep-imports', archives, String, drop)
    after = archives.at(-1)
  }
}
