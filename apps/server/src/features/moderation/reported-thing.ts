import type { Context } from '#platform/context.ts'
import { type PhotoOfReport, type ReportRow, selectThing, type ThingRow } from './case-queries.ts'
import { selectReportedPhotos } from './reported-photo-queries.ts'

/** `isGone`: it is shown as it was reported. `since`: photos that were in it then, and are not now. */
export type ReportedThing = ThingRow & { since: PhotoOfReport[] }

/** What a report is about as it is now, with the pictures that it had when it was reported. */
export async function reportedThing(ctx: Pick<Context, 'db' | 'now'>, report: ReportRow): Promise<ReportedThing> {
  const found = await selectThing(ctx.db, report, ctx.now)
  const thing = found?.isGone === false ? found : undefined
  const kept = await selectReportedPhotos(ctx.db, report.subjectId)
  const now = new Set(thing?.photos.map(({ name }) => name))
  const since = kept.filter(({ name }) => !now.has(name))
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
