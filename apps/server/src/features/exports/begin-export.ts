import type { Export, NewestExport } from '@pawtrait/contract/exports.ts'
import type { ExportId } from '@pawtrait/contract/ids.ts'
import type { UserContext } from '#platform/context.ts'
import { newId } from '#platform/database/id.ts'
import { Problem } from '#platform/problem.ts'
import { requireRoomForFiles } from '#platform/storage/free-space.ts'
import { insertExport, selectExportUnderWay, selectLastFinished, selectNewestExport } from './queries.ts'
import { exportView, nextExportAt } from './view.ts'

/**
 * Begins an export of everything the viewer has; the one that is being made is given again.
 * @throws Problem 'quota-reached' within a day after the last one was finished, 'storage-full'
 */
export async function beginExport(ctx: UserContext): Promise<Export> {
  const { viewer, now } = ctx
  await requireRoomForFiles(ctx.config)
  const begun = await ctx.transaction(async ({ db, job }) => {
    const underWay = await selectExportUnderWay(db, viewer)
    if (underWay) return underWay
    const next = nextExportAt(await selectLastFinished(db, viewer), now)
    if (next) throw tooEarly(next, now)
    const id = newId<ExportId>(now)
    const made = await insertExport(db, id, viewer, now)
    if (made) await job('make-export', { export: id })
    // Another device was first, a moment ago.
    return made ?? (await selectNewestExport(db, viewer))
  })
  if (!begun) throw new Error('an export was begun and is not there')
  return exportView(begun, now)
}

const tooEarly = (next: Date, now: Date) =>
  new Problem('quota-reached', 'You made an export within the last day. Download that one, or try again tomorrow.', {
    retryAfterSeconds: Math.ceil((next.getTime() - now.getTime()) / 1000),
  })

/** The viewer's newest export, and from when on they may begin another. */
export async function newestExport({ db, viewer, now }: UserContext): Promise<NewestExport> {
  const newest = await selectNewestExport(db, viewer)
  const next = nextExportAt(await selectLastFinished(db, viewer), now)
  return { export: newest ? exportView(newest, now) : null, nextAt: next?.toISOString() ?? null }
}
