import type { PhotoId, ReportId } from '@pawtrait/contract/ids.ts'
import type { UserContext } from '#platform/context.ts'
import { type ReportRow, selectPhotoFile, selectReport, selectThing, type ThingRow } from './case-queries.ts'
import { noSuchPlace } from './identify-moderator.ts'
import { selectModerator } from './moderator-queries.ts'
import { noteInLog } from './note-in-log.ts'

/**
 * What a report is about, whoever may see it otherwise. Moderators come to what is not public through a report only,
 * and each look is in the log before they see anything.
 * @throws Problem 'not-found' when there is no such report or its thing is gone for good
 */
export async function lookAt(ctx: UserContext, id: ReportId): Promise<{ report: ReportRow; thing: ThingRow }> {
  const report = await selectReport(ctx.db, id)
  const thing = report && (await selectThing(ctx.db, report, ctx.now))
  if (!thing) throw noSuchPlace()
  if (!thing.isPublic)
    await ctx.transaction(async ({ db }) => {
      const moderator = await selectModerator(db, ctx.viewer)
      if (!moderator) throw noSuchPlace()
      await noteInLog(ctx, db, { did: 'looked', moderator: moderator.id, about: { report: id, kind: report.kind } })
    })
  return { report, thing }
}

// The desk shows no larger one.
const WIDTH = 1080

/** A photo of what was reported. @throws Problem 'not-found' as `lookAt`, and for one that is none of its */
export async function openReportedPhoto(ctx: UserContext, id: ReportId, photo: PhotoId) {
  const report = await selectReport(ctx.db, id)
  const thing = report && (await selectThing(ctx.db, report, ctx.now))
  const file = thing?.photos.some((one) => one.id === photo) ? await selectPhotoFile(ctx.db, photo) : undefined
  const width = file?.widths.findLast((each) => each <= WIDTH) ?? file?.widths[0]
  const found = file && width ? await ctx.storage.get(`${file.name}-${width}.jpg`) : undefined
  if (!found) throw noSuchPlace()
  return found
}
