import type { DecisionId } from '@pawtrait/contract/ids.ts'
import type { Context, Tx } from '#platform/context.ts'
import { selectAddressee, selectDecision } from './decision-queries.ts'
import { decidedLetter, judgedLetter, undoneLetter } from './letters.ts'

/** A letter about a decision, and which. */
export type DecisionMail = { decision: DecisionId; what: 'decided' | 'undone' | 'judged' }

const letters = { decided: decidedLetter, undone: undoneLetter, judged: judgedLetter }

/** Tells whom a decision is about, and whose reports it answered: in the app, and by mail unless nothing was wrong. */
export async function tellDecision(tx: Tx, decision: DecisionId, what: DecisionMail['what']): Promise<void> {
  await tx.emit('decided', { decisionId: decision, what })
  await tx.job('mail-decision', { decision, what })
}

/** The job that tells whom a decision is about; nobody who has left. */
export async function mailDecision(ctx: Context, { decision, what }: DecisionMail): Promise<void> {
  const row = await selectDecision(ctx.db, decision)
  const to = row && row.action !== 'dismiss' && (await selectAddressee(ctx.db, row.owner))
  if (to) await ctx.mail.send(letters[what](ctx.config, { row, to }))
}
