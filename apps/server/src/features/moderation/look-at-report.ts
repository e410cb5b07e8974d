import type { PhotoId, ReportId } from '@pawtrait/contract/ids.ts'
import type { UserContext } from '#platform/context.ts'
import { type ReportRow, selectPhotoFile, selectReport, selectThing, type ThingRow } from './case-queries.ts'
import { noSuchPlace } from './identify-moderator.ts'
import { selectModerator } from './moderator-queries.ts'
import { noteInLog } from './note-in-log.ts'

type Looked = { report: ReportRow; thing: ThingRow }

/**
 * What a report is about, whoever may see it otherwise. Moderators come to what is not public through a report only,
 * and each look is in the log before they see anything: at one `photo` of it, too.
 * @throws Problem 'not-found' when there is no such report, its thing is gone for good, or the photo is none of its
 */
export async function lookAt(ctx: UserContext, id: ReportId, photo?: PhotoId): Promise<Looked> {
  const report = await selectReport(ctx.db, id)
  const thing = report && (await selectThing(ctx.db, report, ctx.now))
  if (!thing || (photo && !thing.photos.some((one) => one.id === photo))) throw noSuchPlace()
  if (!thing.isPublic)
    await ctx.transaction(async ({ db }) => {
      const moderator = await selectModerator(db, ctx.viewer)
      if (!moderator) throw noSuchPlace()
      await noteInLog(ctx, db, {
        did: 'looked',
        moderator: moderator.id,
        about: { report: id, kind: report.kind, ...(photo && { photo }) },
      })
    })
  return { report, thing }
}

// The desk shows no larger one.
const WIDTH = 1080

/** A photo of what was reported. @throws Problem 'not-found' as `lookAt` */
export async function openReportedPhoto(ctx: UserContext, id: ReportId, photo: PhotoId) {
  await lookAt(ctx, id, photo)
  const file = await selectPhotoFile(ctx.db, photo)
  const width = file?.widths.findLast((each) => each <= WIDTH) ?? file?.widths[0]
  const found = file && width ? await ctx.storage.get(`${file.name}-${width}.jpg`) : undefined
  if (!found) throw noSuchPlace()
  return found
}
