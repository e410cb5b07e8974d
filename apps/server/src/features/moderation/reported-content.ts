import type { Context } from '#platform/context.ts'
import {
  type ReportedContentRow,
  type ReportedPhoto,
  type ReportRow,
  selectReportedContent,
} from './report-detail-queries.ts'
import { selectReportedPhotos } from './reported-photo-queries.ts'

/**
 * `isGone`: the content was deleted, so only the report's copy exists. `since`: renderings that the report stored, but
 * the content no longer shows.
 */
export type ReportedContent = ReportedContentRow & { since: ReportedPhoto[] }

/** Returns the current state of reported content, plus the photos that it had when it was reported. */
export async function readReportedContent(
  ctx: Pick<Context, 'db' | 'now'>,
  report: ReportRow,
): Promise<ReportedContent> {
  const found = await selectReportedContent(ctx.db, report, ctx.now)
  const thing = found?.isGone === false ? found : undefined
  const reported = await selectReportedPhotos(ctx.db, report.subjectId)
  const currentNames = new Set(thing?.photos.map(({ name }) => name))
  const since = reported.filter(({ name }) => !currentNames.has(name))
  if (thing) return { ...thing, since }
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
