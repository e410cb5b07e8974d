import type { ReportId } from '@pawtrait/contract/ids.ts'
import type { DeskSummary, ModeratorNote } from '@pawtrait/contract/moderation/moderation-desk.ts'
import type { UserContext } from '#platform/context.ts'
import { newId } from '#platform/database/id.ts'
import { requireModerator } from './decide-report.ts'
import { insertReportNote, selectAssignee, selectDeskSummary, updateReportAssignee } from './desk-queries.ts'
import { unknownPathProblem } from './identify-moderator.ts'
import { selectModeratorRole } from './moderator-queries.ts'
import { selectReport } from './report-detail-queries.ts'

/** Assigns all open reports of an item to the viewer, or unassigns them. @throws Problem 'not-found' */
export async function setReportAssignee(
  ctx: UserContext,
  id: ReportId,
  to: 'me' | 'none',
): Promise<{ takenBy: string | null }> {
  const report = await selectReport(ctx.db, id, ctx.viewer)
  if (!report) throw unknownPathProblem()
  await ctx.transaction(async (tx) => {
    const moderator = await requireModerator(ctx, tx)
    await updateReportAssignee(tx.db, report.subjectId, to === 'me' ? moderator.id : null)
  })
  return { takenBy: await selectAssignee(ctx.db, report.subjectId) }
}

/** Adds an internal note to a report. @throws Problem 'not-found' if the report does not exist */
export async function addReportNote(ctx: UserContext, id: ReportId, text: string): Promise<ModeratorNote> {
  const report = await selectReport(ctx.db, id, ctx.viewer)
  if (!report) throw unknownPathProblem()
  const note = await ctx.transaction(async (tx) => {
    const moderator = await requireModerator(ctx, tx)
    return insertReportNote(tx.db, { id: newId(ctx.now), report: id, moderator: moderator.id, text, now: ctx.now })
  })
  if (!note) throw unknownPathProblem()
  return { ...note, at: new Date(note.at).toISOString() }
}

export async function readOwnRole(ctx: UserContext): Promise<{ role: DeskSummary['role'] | null }> {
  return { role: (await selectModeratorRole(ctx.db, ctx.viewer)) ?? null }
}

export async function readDeskSummary(ctx: UserContext): Promise<DeskSummary> {
  const moderator = await requireModerator(ctx, ctx)
  const { oldestAt, ...waiting } = await selectDeskSummary(ctx.db, { id: moderator.id, user: ctx.viewer }, ctx.now)
  return { ...waiting, oldestAt: oldestAt === null ? null : new Date(oldestAt).toISOString(), role: moderator.role }
}
