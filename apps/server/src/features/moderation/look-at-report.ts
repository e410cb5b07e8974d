import type { PhotoId, ReportId } from '@pawtrait/contract/ids.ts'
import type { UserContext } from '#platform/context.ts'
import { type ReportRow, selectReport } from './case-queries.ts'
import { noSuchPlace } from './identify-moderator.ts'
import { selectModerator } from './moderator-queries.ts'
import { noteInLog } from './note-in-log.ts'
import { type ReportedThing, reportedThing } from './reported-thing.ts'

type Looked = { report: ReportRow; thing: ReportedThing }

/**
 * What a report is about, whoever may see it otherwise. Moderators come to what is not public through a report only,
 * and each look is in the log before they see anything: at one `photo` of it, too.
 * @throws Problem 'not-found' when there is no such report, or the photo is none of its
 */
export async function lookAt(ctx: UserContext, id: ReportId, photo?: PhotoId): Promise<Looked> {
  const report = await selectReport(ctx.db, id)
  if (!report) throw noSuchPlace()
  const thing = await reportedThing(ctx, report)
  if (photo && !pictureOf(thing, photo)) throw noSuchPlace()
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

const pictureOf = ({ photos, since }: ReportedThing, photo: PhotoId) =>
  [...photos, ...since].find(({ id }) => id === photo)

// The desk shows no larger one.
const WIDTH = 1080

/** A photo of what was reported. @throws Problem 'not-found' as `lookAt` */
export async function openReportedPhoto(ctx: UserContext, id: ReportId, photo: PhotoId) {
  const { thing } = await lookAt(ctx, id, photo)
  const file = pictureOf(thing, photo)
  const width = file?.widths.findLast((each) => each <= WIDTH) ?? file?.widths[0]
  const found = file && width ? await ctx.storage.get(`${file.name}-${width}.jpg`) : undefined
  if (!found) throw noSuchPlace()
  return found
}
