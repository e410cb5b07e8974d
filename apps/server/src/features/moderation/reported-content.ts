import type { Context } from '#platform/context.ts'
import {
  type ReportedContentRow,
  type ReportedPhoto,
  type ReportRow,
  selectReportedContent,
} from './report-detail-queries.ts'
import { selectReportedPhotos } from './reported-photo-queries.ts'

/**
 * `isGone`: the content was deleted, so only the copies in reports exist. `since`: renderings of photos that the
 * content showed when it was reported, and no longer shows.
 */
export type ReportedContent = ReportedContentRow & { since: ReportedPhoto[] }

/** Returns the current state of reported content, plus the photos that it had when it was reported. */
export async function readReportedContent(
  ctx: Pick<Context, 'db' | 'now'>,
  report: ReportRow,
): Promise<ReportedContent> {
  const current = await selectReportedContent(ctx.db, report, ctx.now)
  const content = current?.isGone === false ? current : undefined
  const reportedPhotos = await selectReportedPhotos(ctx.db, report.subjectId)
  const currentNames = new Set(content?.photos.map(({ name }) => name))
  const since = reportedPhotos.filter(({ name }) => !currentNames.has(name))
  if (content) return { ...content, since }
  return {
    words: report.words.trim(),
    isPublic: false,
    isGone: true,
    place: '',
    comment: null,
    under: null,
    photos: [],
    since,
  }
}
