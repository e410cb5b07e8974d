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
  by: Moderator,
  owner: UserId,
): Promise<void> {
  if (owner === ctx.viewer) throw new Problem('forbidden', 'You can’t decide about your own things.')
  const role = await selectModeratorRole(tx.db, owner)
  if (role === 'admin' || (role === 'moderator' && by.role !== 'admin'))
    throw new Problem(
      'forbidden',
      'Only an admin can decide about the team’s things, and only the operator about admins.',
    )
}

const actionsOfThing: Partial<Record<ModeratorAction, readonly ReportedItemKind[]>> = { hide: ['post'] }

/** @throws Problem 'validation-failed' if the action is not possible for this content, or the suspension is too long */
function checkFits({ now }: Context, kind: ReportedItemKind, { action, until }: NewDecision): void {
  if (actionsOfThing[action]?.includes(kind) === false)
    throw fieldProblem('action', 'does-not-fit', 'Only a post can be hidden. Take it down.')
  const lasts = until === undefined ? undefined : Date.parse(until) - now.getTime()
  if (lasts !== undefined && (lasts <= 0 || lasts > MAX_SUSPENSION_DAYS * DAY_MS))
    throw fieldProblem('until', 'out-of-range', 'Choose a day within a year from now.')
}

export const accountActions: ReadonlySet<ModeratorAction> = new Set(['limit', 'suspend', 'ban'])

/** `moderator`: null for automatic decisions. `also`: other content of the owner; its open reports are closed too. */
export type DecisionRequest = DecisionSubject &
  NewDecision & { moderator: string | null; words: string; also?: readonly ReportedItem[] }

async function endHolds(
  tx: Tx,
  { owner, moderator, also = [], ...it }: DecisionRequest,
  now: Date,
): Promise<DecisionId[]> {
  if (moderator === null) return []
  const ended: DecisionId[] = []
  for (const { kind, subjectId } of [it, ...also]) {
    const hold = await endHold(tx, { kind, subjectId, owner }, moderator, now)
    if (hold) ended.push(hold)
  }
  return ended
}

/**
 * Executes a decision. The caller has locked the owner and the reports. Applies the effect, notifies and logs in one
 * transaction. A moderator's decision closes all open reports of the content and undoes automatic decisions about it.
 */
export async function executeDecision(
  ctx: Context,
  tx: Tx,
  it: DecisionRequest,
  about: { report?: ReportId },
): Promise<DecisionId> {
  const id = newId<DecisionId>(ctx.now)
  const ended = await endHolds(tx, it, ctx.now)
  const before = await applyDecision(tx, it.action, it, ctx.now)
  await insertDecision(tx.db, { ...it, id, before }, ctx.now)
  if (accountActions.has(it.action)) await applyModerationStatus(ctx, tx, it.owner)
  const subjects = subjectsOf(it)
  if (it.moderator !== null)
    await markReportsDecided(tx.db, subjects, id, it.action === 'dismiss' ? 'dismissed' : 'upheld')
  await notifyDecision(tx, id, 'decided')
  if (it.moderator !== null) await answerPhotoRequests(tx, id, ctx.now)
  if (it.action === 'dismiss') for (const hold of ended) await notifyDecision(tx, hold, 'undone')
  const { kind, action, rule = null, until = null, moderator } = it
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
      ...(ended.length > 0 && { ended: ended.join() }),
      ...(subjects.length > 1 && { things: subjects.length }),
      ...about,
    },
  })
  return id
}

const subjectsOf = ({ subjectId, also = [] }: Pick<DecisionRequest, 'subjectId' | 'also'>) => [
  ...new Set([subjectId, ...also.map((matter) => matter.subjectId)]),
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
  checkFits(ctx, kind, requested)
  const done = await ctx.transaction(async (tx) => {
    await lockOwners(tx, { kind, subjectId, owner })
    const open = await lockOpenReports(tx.db, [subjectId])
    const moderator = await requireModerator(ctx, tx)
    await requireJudgingRight(ctx, tx, moderator, owner)
    if (open === 0) throw new Problem('conflict', 'Another moderator has decided about this already.')
    const others = requested.action === 'ban' ? await selectItemsWithOpenReports(tx.db, owner) : also
    const closed = await lockOpenReports(tx.db, subjectsOf({ subjectId, also: others }))
    const { words } = await readReportedContent({ db: tx.db, now: ctx.now }, report)
    const it = { ...requested, kind, subjectId, owner, moderator: moderator.id, words, also: others }
    return { decision: await executeDecision(ctx, tx, it, { report: id }), closed }
  })
  const decision = await selectDecision(ctx.db, done.decision)
  if (!decision) throw unknownPathProblem()
  return { decision: toDecision(decision), closed: done.closed }
}

/** Undoes the automatic decision about an item and returns its id, if any. The caller has locked the owner. */
async function endHold(tx: Tx, it: DecisionSubject, by: string, now: Date): Promise<DecisionId | undefined> {
  const hold = await lockAutomaticDecision(tx.db, it.subjectId)
  if (!hold) return undefined
  await revertDecision(tx, hold, it, now)
  await markDecisionUndone(tx.db, hold.id, by, now)
  return hold.id
}
