import type { DecisionId, ReportId } from '@pawtrait/contract/ids.ts'
import { undoDecision } from '@pawtrait/contract/moderation/decisions.ts'
import { CallError, call } from '#lib/server/call.ts'

/** A decided report and its decision. `also` are other reports about the same user, which the decision closed too. */
export type DecidedReport = { report: ReportId; decision: DecisionId; also?: readonly ReportId[] }

const isUndoneAlready = (error: unknown) =>
  error instanceof CallError && (error.code === 'conflict' || error.code === 'not-found')

/**
 * Returns a function that undoes the decisions one by one, and returns the number of reopened reports. After a failure
 * the next call continues with the failed decision. Undoes a decision once, even if several reports share it. Skips
 * decisions that are already undone; rejects if the only decision is already undone.
 */
export function createUndo(decided: readonly DecidedReport[]): () => Promise<number> {
  const all = [...new Set(decided.map(({ decision }) => decision))]
  let remaining = all
  let waiting = 0
  const undoFirst = async (id: DecisionId) => {
    try {
      await call(undoDecision, { params: { id }, body: {} })
      waiting += decided.filter(({ decision }) => decision === id).length
    } catch (error) {
      if (all.length === 1 || !isUndoneAlready(error)) throw error
    }
  }
  return async () => {
    for (let [first] = remaining; first; [first] = remaining) {
      await undoFirst(first)
      remaining = remaining.slice(1)
    }
    return waiting
  }
}
