import { DAY_MS } from '@pawtrait/contract/durations.ts'
import type { ImportId } from '@pawtrait/contract/ids.ts'
import type { Context } from '#platform/context.ts'
import { deleteOldImports, selectUselessArchives, updateArchivesGone, updateStalledFailed } from './run-queries.ts'

// After it nobody asks for an import by its id any more.
const remembersMs = 30 * DAY_MS

/** Takes away the archives of what has ended or is nobody's. Imports without a sign of life for a day fail. */
export async function sweepImports(ctx: Context): Promise<void> {
  await updateStalledFailed(ctx.db, new Date(ctx.now.getTime() - DAY_MS), ctx.now)
  await dropArchives(ctx, null)
  await deleteOldImports(ctx.db, new Date(ctx.now.getTime() - remembersMs))
}

/** Takes away the archive of one import, else all that are of no use. They are known until they are gone. */
export async function dropArchives(ctx: Context, id: ImportId | null): Promise<void> {
  for (let archives = await selectUselessArchives(ctx.db, id); archives.length > 0; ) {
    await ctx.storage.delete(archives)
    await updateArchivesGone(ctx.db, archives)
    archives = await selectUselessArchives(ctx.db, id)
  }
}
