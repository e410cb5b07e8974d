import type { DecisionId } from '@pawtrait/contract/ids.ts'
import type { Context, Tx, UserContext } from '#platform/context.ts'
import { newId } from '#platform/database/id.ts'
import { Problem } from '#platform/problem.ts'
import { applyModerationStatus, lockOwners, revertDecision } from './apply-decision.ts'
import { requireJudgingRight, requireModerator } from './decide-report.ts'
import {
  lockDecision,
  markAppealJudged,
  markDecisionUndone,
  markReportsDecided,
  type StoredDecisionRow,
  selectDecision,
  updateReportsOfDecision,
} from './decision-queries.ts'
import { insertNoteOnDecision } from './desk-queries.ts'
import { unknownPathProblem } from './identify-moderator.ts'
import { writeLogEntry } from './log/write-log-entry.ts'
import { notifyDecision } from './notify-decision.ts'
import { answerPhotoRequests } from './photo-requests/mail-requester.ts'
import { toDecision } from './statement-view.ts'

/** Locks a decision and its owner. @throws Problem 'not-found'; 'conflict' if already undone; 'gone' if purged */
async function lockCurrentDecision(ctx: Context, tx: Tx, id: DecisionId): Promise<StoredDecisionRow> {
  const unlocked = await selectDecision(tx.db, id)
  if (!unlocked) throw unknownPathProblem()
  await lockOwners(tx, unlocked)
  const decision = await lockDecision(tx.db, id)
  if (!decision) throw unknownPathProblem()
  if (decision.undoneAt) throw new Problem('conflict', 'This was undone already.')
  if (decision.purgedAt) throw new Problem('gone', 'What was taken down is gone: its time for appeals is over.')
  return decision
}

/** Undoes a decision: restores content, account and counts. `reports`: new state of the reports that it closed. */
async function undoLockedDecision(
  ctx: Context,
  tx: Tx,
  row: StoredDecisionRow,
  by: string,
  reports: 'open' | 'dismissed',
) {
  const { id, owner, kind, subjectId } = row
  if (subjectId) await revertDecision(tx, row, { kind, subjectId, owner }, ctx.now)
  await markDecisionUndone(tx.db, id, by, ctx.now)
  await applyModerationStatus(ctx, tx, owner)
  await answerPhotoRequests(tx, id, reports === 'open' ? null : ctx.now)
  await updateReportsOfDecision(tx.db, id, reports)
  if (reports === 'open') await notifyDecision(tx, id, 'undone')
}

const readDecision = async (ctx: Context, id: DecisionId) => {
  const row = await selectDecision(ctx.db, id)
  if (!row) throw unknownPathProblem()
  return toDecision(row)
}

/**
 * Undoes a decision. Reopens the reports that it closed, with a note for the next moderator.
 * @throws Problem 'not-found'; 'conflict' if already undone; 'gone' if purged; 'forbidden' if it is about the viewer or
 *   an admin, or about a moderator and the viewer is not an admin
 */
export async function undoDecision(ctx: UserContext, id: DecisionId, note: string) {
  await ctx.transaction(async (tx) => {
    const row = await lockCurrentDecision(ctx, tx, id)
    const moderator = await requireModerator(ctx, tx)
    await requireJudgingRight(ctx, tx, moderator, row.owner)
    const { now } = ctx
    if (note)
      await insertNoteOnDecision(tx.db, { id: newId(now), decision: id, moderator: moderator.id, text: note, now })
    await undoLockedDecision(ctx, tx, row, moderator.id, 'open')
    await writeLogEntry(ctx, tx.db, { did: 'undone', moderator: moderator.id, about: { decision: id } })
  })
  return readDecision(ctx, id)
}

type Judgement = { outcome: 'upheld' | 'overturned'; note: string }

/**
 * Judges an appeal. Moderators never judge their own decisions, even after being reappointed. An overturned decision is
 * undone, and its reports are dismissed.
 * @throws Problem 'not-found'; 'conflict' if there is no open appeal or the decision is already undone; 'gone' if
 *   purged; 'forbidden' if the viewer made the decision or may not undo it
 */
export async function judgeAppeal(ctx: UserContext, id: DecisionId, { outcome, note }: Judgement) {
  await ctx.transaction(async (tx) => {
    const row = await lockCurrentDecision(ctx, tx, id)
    const moderator = await requireModerator(ctx, tx)
    await requireJudgingRight(ctx, tx, moderator, row.owner)
    if (!row.appealedAt || row.judgedAt) throw new Problem('conflict', 'No appeal waits here.')
    if (row.decidedBy === ctx.viewer)
      throw new Problem('forbidden', 'You decided this yourself: another moderator has to judge.')
    await markAppealJudged(tx.db, id, { outcome, note, by: moderator.id, now: ctx.now })
    // Closes the reports of the decision, because an automatic decision leaves them open until the appeal is judged.
    if (row.automated && row.subjectId)
      await markReportsDecided(tx.db, [row.subjectId], id, outcome === 'overturned' ? 'dismissed' : 'upheld')
    if (outcome === 'overturned') await undoLockedDecision(ctx, tx, row, moderator.id, 'dismissed')
    await notifyDecision(tx, id, 'judged')
    await writeLogEntry(ctx, tx.db, { did: 'judged', moderator: moderator.id, about: { decision: id, outcome } })
  })
  return readDecision(ctx, id)
}
