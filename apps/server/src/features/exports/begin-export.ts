import type { DataExport, NewestExport } from '@pawtrait/contract/exports.ts'
import type { ExportId } from '@pawtrait/contract/ids.ts'
import type { UserContext } from '#platform/context.ts'
import { newId } from '#platform/database/id.ts'
import { Problem } from '#platform/problem.ts'
import { requireRoomForFiles } from '#platform/storage/free-space.ts'
import { insertExport, selectExportInProgress, selectLastExportFinishedAt, selectNewestExport } from './queries.ts'
import { getNextExportTime, toDataExport } from './view.ts'

/** Begins an export, or returns the one in progress. @throws Problem 'quota-reached' above one a day, 'storage-full' */
export async function beginExport(ctx: UserContext): Promise<DataExport> {
  const { viewer, now } = ctx
  await requireRoomForFiles(ctx.config)
  const exportRow = await ctx.transaction(async ({ db, job }) => {
    const exportInProgress = await selectExportInProgress(db, viewer)
    if (exportInProgress) return exportInProgress
    const nextTime = getNextExportTime(await selectLastExportFinishedAt(db, viewer), now)
    if (nextTime) throw tooEarlyProblem(nextTime, now)
    const id = newId<ExportId>(now)
    const insertedExport = await insertExport(db, id, viewer, now)
    if (insertedExport) await job('make-export', { export: id })
    // If nothing was inserted, another device of the user has just begun an export.
    return insertedExport ?? (await selectNewestExport(db, viewer))
  })
  if (!exportRow) throw new Error('the export in progress was not found')
  return toDataExport(exportRow, now)
}

const tooEarlyProblem = (nextTime: Date, now: Date) =>
  new Problem('quota-reached', 'You made an export within the last day. Download that one, or try again tomorrow.', {
    retryAfterSeconds: Math.ceil((nextTime.getTime() - now.getTime()) / 1000),
  })

/** Returns the viewer's newest export and the earliest time for another export. `nextAt: null` means now. */
export async function getNewestExport({ db, viewer, now }: UserContext): Promise<NewestExport> {
  const newest = await selectNewestExport(db, viewer)
  const nextTime = getNextExportTime(await selectLastExportFinishedAt(db, viewer), now)
  return { export: newest ? toDataExport(newest, now) : null, nextAt: nextTime?.toISOString() ?? null }
}
