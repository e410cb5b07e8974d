import type { DecisionId, UserId } from '@pawtrait/contract/ids.ts'
import type { Statement } from '@pawtrait/contract/moderation/decisions.ts'
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
import { appealEnd, statementView } from './statement-view.ts'

const MAX_STATEMENTS = 100

/** Decisions about the viewer and their content, newest first. */
export const listStatements = async (ctx: UserContext): Promise<{ statements: Statement[] }> => {
  const rows = await selectStatements(ctx.db, ctx.viewer, MAX_STATEMENTS)
  return { statements: rows.map((row) => statementView(row, ctx.now)) }
}

/** The viewer and, if the statement cookie is valid, the suspended user that it identifies. */
export type StatementReaders = readonly (UserId | null)[]

const isFor = (row: StoredDecisionRow | undefined, readers: StatementReaders): row is StoredDecisionRow =>
  row !== undefined && row.action !== 'dismiss' && readers.includes(row.owner)

/** Returns a decision. @throws Problem 'unauthenticated' without a reader, 'not-found' if it is about another user */
export async function readStatement(ctx: Context, id: DecisionId, readers: StatementReaders): Promise<Statement> {
  if (readers.every((reader) => reader === null))
    throw new Problem('unauthenticated', 'Log in to read this. While suspended, you are shown it instead of logged in.')
  const row = await selectDecision(ctx.db, id)
  if (!isFor(row, readers)) throw unknownPathProblem()
  return statementView(row, ctx.now)
}

/**
 * Appeals a decision, once; another moderator will judge it.
 * @throws Problem 'unauthenticated' without a reader, 'not-found' if the decision is about another user, 'conflict'
 *   when an appeal was made or the decision undone, 'gone' when too late
 */
export async function appealDecision(
  ctx: Context,
  id: DecisionId,
  readers: StatementReaders,
  text: string,
): Promise<Statement> {
  await readStatement(ctx, id, readers)
  await ctx.transaction(async (tx) => {
    const row = await lockDecision(tx.db, id)
    if (!isFor(row, readers)) throw unknownPathProblem()
    if (appealEnd(row) <= ctx.now) throw new Problem('gone', 'The time for an appeal is over.')
    if (!(await markDecisionAppealed(tx.db, id, text, ctx.now)))
      throw new Problem('conflict', 'An appeal was made already, or the decision was undone.')
    await writeLogEntry(ctx, tx.db, { did: 'appealed', about: { decision: id } })
  })
  return readStatement(ctx, id, readers)
}
