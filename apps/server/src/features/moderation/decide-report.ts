import { DAY_MS } from '@pawtrait/contract/durations.ts'
import type { DecisionId, ReportId, UserId } from '@pawtrait/contract/ids.ts'
import { MAX_SUSPENSION_DAYS, type ModeratorAction, type NewDecision } from '@pawtrait/contract/moderation/decisions.ts'
import type { ReportedItemKind } from '@pawtrait/contract/moderation/moderation-desk.ts'
import type { Context, Tx, UserContext } from '#platform/context.ts'
import { newId } from '#platform/database/id.ts'
import { fieldProblem, Problem } from '#platform/problem.ts'
import {
  applyDecision,
  applyModerationStatus,
  type DecisionSubject,
  lockOwners,
  revertDecision,
} from './apply-decision.ts'
import {
  insertDecision,
  lockAutomaticDecision,
  lockOpenReports,
  markDecisionUndone,
  markReportsDecided,
  type ReportedItem,
  selectDecision,
  selectItemsWithOpenReports,
} from './decision-queries.ts'
import { unknownPathProblem } from './identify-moderator.ts'
import { writeLogEntry } from './log/write-log-entry.ts'
import { type ModeratorRole, selectModerator, selectModeratorRole } from './moderator-queries.ts'
import { notifyDecision } from './notify-decision.ts'
import { answerPhotoRequests } from './photo-requests/mail-requester.ts'
import { selectReport } from './report-detail-queries.ts'
import { readReportedContent } from './reported-content.ts'
import { toDecision } from './statement-view.ts'

/** A moderator's role, and the id of their row in `moderators`. The log records this id. */
export type Moderator = { id: string; role: ModeratorRole }

/** Returns the viewer's moderator row. @throws Problem 'not-found' if the viewer is not a moderator any more */
export async function requireModerator(ctx: UserContext, tx: Pick<Tx, 'db'>): Promise<Moderator> {
  const moderator = await selectModerator(tx.db, ctx.viewer)
  if (!moderator) throw unknownPathProblem()
  return moderator
}

/**
 * Checks that the viewer may judge `owner`. Only admins may judge moderators. No user may judge an admin or themselves.
 * @throws Problem 'forbidden'
 */
export async function requireJudgingRight(
  ctx: UserContext,
  tx: Pick<Tx, 'db'>,
  moderator: Moderator,
  owner: UserId,
): Promise<void> {
  if (owner === ctx.viewer) throw new Problem('forbidden', 'You can’t decide about your own things.')
  const role = await selectModeratorRole(tx.db, owner)
  if (role === 'admin' || (role === 'moderator' && moderator.role !== 'admin'))
    throw new Problem(
      'forbidden',
      'Only an admin can decide about the team’s things, and only the operator about admins.',
    )
}

const kindsByAction: Partial<Record<ModeratorAction, readonly ReportedItemKind[]>> = { hide: ['post'] }

/** @throws Problem 'validation-failed' if the action is not possible for this content, or the suspension is too long */
function validateDecision({ now }: Context, kind: ReportedItemKind, { action, until }: NewDecision): void {
  if (kindsByAction[action]?.includes(kind) === false)
    throw fieldProblem('action', 'does-not-fit', 'Only a post can be hidden. Take it down.')
  const durationMs = until === undefined ? undefined : Date.parse(until) - now.getTime()
  if (durationMs !== undefined && (durationMs <= 0 || durationMs > MAX_SUSPENSION_DAYS * DAY_MS))
    throw fieldProblem('until', 'out-of-range', 'Choose a day within a year from now.')
}

export const accountActions: ReadonlySet<ModeratorAction> = new Set(['limit', 'suspend', 'ban'])

/** `moderator`: null for automatic decisions. `also`: other content of the owner; its open reports are closed too. */
export type DecisionRequest = DecisionSubject &
  NewDecision & { moderator: string | null; words: string; also?: readonly ReportedItem[] }

async function undoAutomaticDecisions(
  tx: Tx,
  { owner, moderator, also = [], ...item }: DecisionRequest,
  now: Date,
): Promise<DecisionId[]> {
  if (moderator === null) return []
  const undoneIds: DecisionId[] = []
  for (const { kind, subjectId } of [item, ...also]) {
    const undoneId = await undoAutomaticDecision(tx, { kind, subjectId, owner }, moderator, now)
    if (undoneId) undoneIds.push(undoneId)
  }
  return undoneIds
}

/**
 * Executes a decision. The caller has locked the owner and the reports. Applies the effect, notifies and logs in one
 * transaction. A moderator's decision closes all open reports of the content and undoes automatic decisions about it.
 */
export async function executeDecision(
  ctx: Context,
  tx: Tx,
  request: DecisionRequest,
  about: { report?: ReportId },
): Promise<DecisionId> {
  const id = newId<DecisionId>(ctx.now)
  const undoneIds = await undoAutomaticDecisions(tx, request, ctx.now)
  const before = await applyDecision(tx, request.action, request, ctx.now)
  await insertDecision(tx.db, { ...request, id, before }, ctx.now)
  if (accountActions.has(request.action)) await applyModerationStatus(ctx, tx, request.owner)
  const subjectIds = listSubjectIds(request)
  if (request.moderator !== null)
    await markReportsDecided(tx.db, subjectIds, id, request.action === 'dismiss' ? 'dismissed' : 'upheld')
  await notifyDecision(tx, id, 'decided')
  if (request.moderator !== null) await answerPhotoRequests(tx, id, ctx.now)
  if (request.action === 'dismiss') for (const undoneId of undoneIds) await notifyDecision(tx, undoneId, 'undone')
  const { kind, action, rule = null, until = null, moderator } = request
  await writeLogEntry(ctx, tx.db, {
    did: 'decided',
    ...(moderator !== null && { moderator }),
    about: {
      decision: id,
      kind,
      action,
      rule,
      until,
      automated: moderator === null,
      ...(undoneIds.length > 0 && { ended: undoneIds.join() }),
      ...(subjectIds.length > 1 && { things: subjectIds.length }),
      ...about,
    },
  })
  return id
}

const listSubjectIds = ({ subjectId, also = [] }: Pick<DecisionRequest, 'subjectId' | 'also'>) => [
  ...new Set([subjectId, ...also.map((item) => item.subjectId)]),
]

/**
 * Decides a report. Closes all open reports of the content and of `also`, which has the same owner. A ban closes all
 * open reports about the owner's account and content.
 * @throws Problem 'not-found' if the report does not exist, has no owner, or is about the viewer; 'conflict' if another
 *   moderator decided first; 'forbidden' if it is about an admin, or about a moderator and the viewer is not an admin;
 *   'validation-failed' if the action is not possible for the content, or the suspension is too long
 */
export async function decideReport(
  ctx: UserContext,
  id: ReportId,
  requested: NewDecision,
  also: readonly ReportedItem[] = [],
) {
  const report = await selectReport(ctx.db, id, ctx.viewer)
  if (!report?.ownerId) throw unknownPathProblem()
  const { kind, subjectId, ownerId: owner } = report
  validateDecision(ctx, kind, requested)
  const result = await ctx.transaction(async (tx) => {
    await lockOwners(tx, { kind, subjectId, owner })
    const openCount = await lockOpenReports(tx.db, [subjectId])
    const moderator = await requireModerator(ctx, tx)
    await requireJudgingRight(ctx, tx, moderator, owner)
    if (openCount === 0) throw new Problem('conflict', 'Another moderator has decided about this already.')
    const otherItems = requested.action === 'ban' ? await selectItemsWithOpenReports(tx.db, owner) : also
    const closed = await lockOpenReports(tx.db, listSubjectIds({ subjectId, also: otherItems }))
    const { words } = await readReportedContent({ db: tx.db, now: ctx.now }, report)
    const request = { ...requested, kind, subjectId, owner, moderator: moderator.id, words, also: otherItems }
    return { decision: await executeDecision(ctx, tx, request, { report: id }), closed }
  })
  const decision = await selectDecision(ctx.db, result.decision)
  if (!decision) throw unknownPathProblem()
  return { decision: toDecision(decision), closed: result.closed }
}

/** Undoes the automatic decision about an item and returns its id, if any. The caller has locked the owner. */
async function undoAutomaticDecision(
  tx: Tx,
  subject: DecisionSubject,
  by: string,
  now: Date,
): Promise<DecisionId | undefined> {
  const automaticDecision = await lockAutomaticDecision(tx.db, subject.subjectId)
  if (!automaticDecision) return undefined
  await revertDecision(tx, automaticDecision, subject, now)
  await markDecisionUndone(tx.db, automaticDecision.id, by, now)
  return automaticDecision.id
}
