import type { DecisionId, PhotoId, UserId } from '@pawtrait/contract/ids.ts'
import type { StatementOfReasons, StatementWithPhotos } from '@pawtrait/contract/moderation/decisions.ts'
import type { Context, UserContext } from '#platform/context.ts'
import { Problem } from '#platform/problem.ts'
import {
  lockDecision,
  markDecisionAppealed,
  type StoredDecisionRow,
  selectDecision,
  selectStatements,
} from './decision-queries.ts'
import { unknownPathProblem } from './identify-moderator.ts'
import { writeLogEntry } from './log/write-log-entry.ts'
import { openRendering } from './open-report.ts'
import { selectReportedPhotos } from './reported-photo-queries.ts'
import { computeAppealDeadline, toStatement } from './statement-view.ts'

const MAX_STATEMENTS = 100

/** Returns decisions about the viewer and their content, newest first. */
export const listStatements = async (ctx: UserContext): Promise<{ statements: StatementOfReasons[] }> => {
  const rows = await selectStatements(ctx.db, ctx.viewer, MAX_STATEMENTS)
  return { statements: rows.map((row) => toStatement(row, ctx.now)) }
}

/** The viewer, and the suspended user that a valid appeal cookie identifies. */
export type StatementReaders = readonly (UserId | null)[]

const isReadableBy = (row: StoredDecisionRow | undefined, readers: StatementReaders): row is StoredDecisionRow =>
  row !== undefined && row.action !== 'dismiss' && readers.includes(row.owner)

/** Returns a decision about a reader. @throws Problem 'unauthenticated' if all readers are null; 'not-found' */
async function readDecision(ctx: Context, id: DecisionId, readers: StatementReaders): Promise<StoredDecisionRow> {
  if (readers.every((reader) => reader === null))
    throw new Problem('unauthenticated', 'Log in to read this. While suspended, you are shown it instead of logged in.')
  const row = await selectDecision(ctx.db, id)
  if (!isReadableBy(row, readers)) throw unknownPathProblem()
  return row
}

const selectPhotosOfDecision = ({ db }: Pick<Context, 'db'>, { subjectId }: StoredDecisionRow) =>
  subjectId === null ? [] : selectReportedPhotos(db, subjectId)

/** Returns a decision with the reported photos. @throws the Problems of `readDecision` */
export async function readStatement(
  ctx: Context,
  id: DecisionId,
  readers: StatementReaders,
): Promise<StatementWithPhotos> {
  const row = await readDecision(ctx, id, readers)
  const photos = await selectPhotosOfDecision(ctx, row)
  return {
    ...toStatement(row, ctx.now),
    photos: photos.map(({ id, width, height, alt }) => ({ id, width, height, alt })),
  }
}

/** Opens a photo of a decision. @throws Problem 'not-found' for an unknown photo; the Problems of `readDecision` */
export async function openStatementPhoto(ctx: Context, id: DecisionId, readers: StatementReaders, photo: PhotoId) {
  const photos = await selectPhotosOfDecision(ctx, await readDecision(ctx, id, readers))
  return openRendering(
    ctx,
    photos.find((each) => each.id === photo),
  )
}

/**
 * Appeals a decision, at most once. Another moderator will judge the appeal.
 * @throws Problem 'unauthenticated' if all readers are null, 'not-found' if the decision is about another user,
 *   'conflict' if it was already appealed or undone, 'gone' after the deadline
 */
export async function appealDecision(
  ctx: Context,
  id: DecisionId,
  readers: StatementReaders,
  text: string,
): Promise<StatementWithPhotos> {
  await readDecision(ctx, id, readers)
  await ctx.transaction(async (tx) => {
    const row = await lockDecision(tx.db, id)
    if (!isReadableBy(row, readers)) throw unknownPathProblem()
    if (computeAppealDeadline(row) <= ctx.now) throw new Problem('gone', 'The time for an appeal is over.')
    if (!(await markDecisionAppealed(tx.db, id, text, ctx.now)))
      throw new Problem('conflict', 'An appeal was made already, or the decision was undone.')
    await writeLogEntry(ctx, tx.db, { did: 'appealed', about: { decision: id } })
  })
  return readStatement(ctx, id, readers)
}
