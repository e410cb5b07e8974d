import type { DecisionId } from '@pawtrait/contract/ids.ts'
import type { Tx } from '#platform/context.ts'
import { lockHoldOf, updateDecisionUndone } from './decision-queries.ts'
import { type Decided, revertDecision } from './enact-decision.ts'

/**
 * A person decides about what was held by none: first it is as it was before. Whose it is, is held already.
 * Gives the decision that ended, if there was one.
 */
export async function endHold(tx: Tx, it: Decided, by: string, now: Date): Promise<DecisionId | undefined> {
  const hold = await lockHoldOf(tx.db, it.subjectId)
  if (!hold) return undefined
  await revertDecision(tx, hold, it, now)
  await updateDecisionUndone(tx.db, hold.id, by, now)
  return hold.id
}
