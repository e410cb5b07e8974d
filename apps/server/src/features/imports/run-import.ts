import type { ImportId } from '@pawtrait/contract/ids.ts'
import type { DataImport } from '@pawtrait/contract/imports.ts'
import { RunSupersededError } from '#features/exports/archive/run-superseded.ts'
import type { Context } from '#platform/context.ts'
import { BrokenArchiveError } from './archive/broken-archive.ts'
import { withArchive } from './archive/open-archive.ts'
import { readArchiveRows } from './archive/read-archive-rows.ts'
import { importArchiveRows } from './import-archive-rows.ts'
import { endImport, type ImportRun, startImportRun } from './import-run-queries.ts'
import { deleteArchives } from './sweep-imports.ts'

// Maximum number of runs, including killed ones: an import that crashes its process must not be retried for ever.
const MAX_RUNS = 8

/** Imports an archive, then deletes it. Resumes after an earlier run, which stops at its next row if still active. */
export async function runImport(ctx: Context, id: ImportId): Promise<void> {
  const run = await startImportRun(ctx.db, id, ctx.clock.now())
  if (!run) return
  try {
    if (run.run > MAX_RUNS) throw new Error(`the import was started more than ${MAX_RUNS} times`)
    await importRows(ctx, run)
    await finishImport(ctx, run, null)
  } catch (error) {
    if (error instanceof RunSupersededError) return
    const isBroken = error instanceof BrokenArchiveError
    if (!isBroken && run.run < MAX_RUNS) throw error
    ctx.log.error('run-import', error, { import: id })
    await finishImport(ctx, run, isBroken ? 'unreadable' : 'trouble')
  }
}

async function importRows(ctx: Context, run: ImportRun) {
  const isFound = await ctx.storage.withFile(run.archive, (path) =>
    ctx.storage.withFolder(async (folder) => {
      const rows = await readArchiveRows(path, folder)
      await withArchive(path, (archive) => importArchiveRows(ctx, run, archive, rows))
      return true
    }),
  )
  if (!isFound) throw new Error(`archive ${run.archive} is not in the storage`)
}

async function finishImport(ctx: Context, run: ImportRun, failure: DataImport['failure']) {
  await endImport(ctx.db, run, failure, ctx.clock.now())
  await deleteArchives(ctx, run.id)
}
