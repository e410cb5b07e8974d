import type { PhotoId, ReportId } from '@pawtrait/contract/ids.ts'
import type { Context, UserContext } from '#platform/context.ts'
import { unknownPathProblem } from './identify-moderator.ts'
import { writeLogEntry } from './log/write-log-entry.ts'
import { selectModerator } from './moderator-queries.ts'
import { type ReportedPhoto, type ReportRow, selectReport } from './report-detail-queries.ts'
import { type ReportedContent, readReportedContent } from './reported-content.ts'

type OpenedReport = { report: ReportRow; content: ReportedContent }

/**
 * Returns a report and the reported content, public or not. Moderators can read private content only through a report.
 * Writes a log entry before it returns private content, also when only one `photo` is requested.
 * @throws Problem 'not-found' if the report or photo does not exist, or the report is about the viewer
 */
export async function openReport(ctx: UserContext, id: ReportId, photo?: PhotoId): Promise<OpenedReport> {
  const report = await selectReport(ctx.db, id, ctx.viewer)
  if (!report) throw unknownPathProblem()
  const content = await readReportedContent(ctx, report)
  if (photo && !findReportedPhoto(content, photo)) throw unknownPathProblem()
  if (!content.isPublic)
    await ctx.transaction(async ({ db }) => {
      const moderator = await selectModerator(db, ctx.viewer)
      if (!moderator) throw unknownPathProblem()
      await writeLogEntry(ctx, db, {
        did: 'looked',
        moderator: moderator.id,
        about: { report: id, kind: report.kind, ...(photo && { photo }) },
      })
    })
  return { report, content }
}

const findReportedPhoto = ({ photos, since }: ReportedContent, photo: PhotoId) =>
  [...photos, ...since].find(({ id }) => id === photo)

// Maximum width of photos on the moderation desk, in pixels.
const MAX_WIDTH = 1080

/** Opens a reported photo. @throws Problem 'not-found' if it does not exist or the report is about the viewer */
export async function openReportedPhoto(ctx: UserContext, id: ReportId, photo: PhotoId) {
  const { content } = await openReport(ctx, id, photo)
  return openRendering(ctx, findReportedPhoto(content, photo))
}

/** Opens the photo file that the moderation desk shows. @throws Problem 'not-found' if the file does not exist */
export async function openRendering({ storage }: Pick<Context, 'storage'>, file: ReportedPhoto | undefined) {
  const width = file?.widths.findLast((each) => each <= MAX_WIDTH) ?? file?.widths[0]
  // Opens the WebP file, because a new photo has its largest width in WebP before it has that width in JPEG.
  const storedFile = file && width ? await storage.get(`${file.name}-${width}.webp`) : undefined
  if (!storedFile) throw unknownPathProblem()
  return storedFile
}
