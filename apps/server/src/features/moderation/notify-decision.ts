import type { DecisionId } from '@pawtrait/contract/ids.ts'
import type { Context, Tx } from '#platform/context.ts'
import { selectDecision, selectDecisionRecipient } from './decision-queries.ts'
import { createAppealOutcomeEmail, createDecisionEmail, createUndoneDecisionEmail } from './emails.ts'

export type DecisionMail = { decision: DecisionId; what: 'decided' | 'undone' | 'judged' }

const emailCreators = {
  decided: createDecisionEmail,
  undone: createUndoneDecisionEmail,
  judged: createAppealOutcomeEmail,
}

/** Notifies the owner and the reporters in the app, and the owner by mail unless the report was dismissed. */
export async function notifyDecision(tx: Tx, decision: DecisionId, what: DecisionMail['what']): Promise<void> {
  await tx.emit('decided', { decisionId: decision, what })
  await tx.job('mail-decision', { decision, what })
}

/** Job that mails a decision to the owner, unless it is a dismissal or the owner's account is deleted. */
export async function mailDecision(ctx: Context, { decision, what }: DecisionMail): Promise<void> {
  const row = await selectDecision(ctx.db, decision)
  const to = row && row.action !== 'dismiss' && (await selectDecisionRecipient(ctx.db, row.owner))
  if (to) await ctx.mail.send(emailCreators[what](ctx.config, { row, to }))
}
