import type { Context } from '#platform/context.ts'
import { type PhotoOfReport, type ReportRow, selectThing, type ThingRow } from './case-queries.ts'
import { selectReportedPhotos } from './reported-photo-queries.ts'

/** `isGone`: only the copy in the report exists. `since`: photos that were removed after the report. */
export type ReportedThing = ThingRow & { since: PhotoOfReport[] }

/** The current state of a reported thing, plus the photos that it had when it was reported. */
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
