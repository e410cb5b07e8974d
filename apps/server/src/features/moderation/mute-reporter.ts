import { DAY_MS } from '@pawtrait/contract/durations.ts'
import type { ReportId } from '@pawtrait/contract/ids.ts'
import { REPORTER_MUTE_DAYS } from '@pawtrait/contract/moderation/moderation-desk.ts'
import type { Tx, UserContext } from '#platform/context.ts'
import { Problem } from '#platform/problem.ts'
import { type Moderator, requireModerator } from './decide-report.ts'
import {
  deleteExpiredMutes,
  deleteMutedReporter,
  type ReporterRow,
  selectReporter,
  upsertMutedReporter,
} from './desk-queries.ts'
import { unknownPathProblem } from './identify-moderator.ts'
import { writeLogEntry } from './log/write-log-entry.ts'

async function requireReporter(ctx: UserContext, tx: Pick<Tx, 'db'>, report: ReportId): Promise<ReporterRow> {
  const reporter = await selectReporter(tx.db, report, ctx.viewer)
  if (!reporter) throw unknownPathProblem()
  return reporter
}

// Both conditions throw the same error, so that it does not reveal whether the viewer or a colleague was reported.
function requireMutingRight({ role }: Moderator, { hasReportedViewer, hasReportedTeam }: ReporterRow): void {
  if (hasReportedViewer || (hasReportedTeam && role !== 'admin'))
    throw new Problem('forbidden', 'They have reported the team: only an admin whom they have not reported mutes them.')
}

/**
 * Mutes a reporter for 90 days, without notifying them. The queue omits their reports, except those about moderators.
 * @throws Problem 'not-found' if the viewer may not see the report or its reporter has no account; 'forbidden' if the
 *   reporter has reported the viewer, or has reported any moderator and the viewer is not an admin
 */
export async function muteReporter(ctx: UserContext, report: ReportId): Promise<{ muted: boolean }> {
  await ctx.transaction(async (tx) => {
    const moderator = await requireModerator(ctx, tx)
    const reporter = await requireReporter(ctx, tx, report)
    requireMutingRight(moderator, reporter)
    await deleteExpiredMutes(tx.db, ctx.now)
    await upsertMutedReporter(tx.db, reporter.id, new Date(ctx.now.getTime() + REPORTER_MUTE_DAYS * DAY_MS))
    const about = { report, days: REPORTER_MUTE_DAYS }
    await writeLogEntry(ctx, tx.db, { did: 'reporter-muted', moderator: moderator.id, about })
  })
  return { muted: true }
}

/** Unmutes a reporter. @throws Problem 'not-found' if the report does not exist or its reporter has no account */
export async function unmuteReporter(ctx: UserContext, report: ReportId): Promise<{ muted: boolean }> {
  await ctx.transaction(async (tx) => {
    const moderator = await requireModerator(ctx, tx)
    const { id } = await requireReporter(ctx, tx, report)
    await deleteMutedReporter(tx.db, id)
    await writeLogEntry(ctx, tx.db, { did: 'reporter-unmuted', moderator: moderator.id, about: { report } })
  })
  return { muted: false }
}
