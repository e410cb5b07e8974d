import type { Context } from '#platform/context.ts'
import { type PhotoOfReport, type ReportRow, selectThing, type ThingRow } from './case-queries.ts'
import { selectReportedPhotos } from './reported-photo-queries.ts'

/** Reported content. `isGone`: only the report's copy exists. `since`: reported photos that were removed later. */
export type ReportedThing = ThingRow & { since: PhotoOfReport[] }

/** Returns the current state of reported content, plus the photos that it had when it was reported. */
export async function readReportedThing(ctx: Pick<Context, 'db' | 'now'>, report: ReportRow): Promise<ReportedThing> {
  const found = await selectThing(ctx.db, report, ctx.now)
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
