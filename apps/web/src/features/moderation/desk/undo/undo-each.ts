import type { DecisionId, ReportId } from '@pawtrait/contract/ids.ts'
import { undoDecision } from '@pawtrait/contract/moderation/decisions.ts'
import { CallError, call } from '#lib/server/call.ts'

/** What was decided about which report; `also`: what else of the same person it answered. */
export type Decided = { report: ReportId; decision: DecisionId; also?: readonly ReportId[] }

const standsNoMore = (error: unknown) =>
  error instanceof CallError && (error.code === 'conflict' || error.code === 'not-found')

/**
 * Undoes one decision after another, each once: what is done to somebody answers all their reports. Gives how many
 * reports wait again; called again, it goes on. Of several decisions some may be undone already.
 */
export function undoEach(decided: readonly Decided[]): () => Promise<number> {
  const all = [...new Set(decided.map(({ decision }) => decision))]
  let left = all
  let waiting = 0
  const undoFirst = async (id: DecisionId) => {
    try {
      await call(undoDecision, { params: { id }, body: {} })
      waiting += decided.filter(({ decision }) => decision === id).length
    } catch (error) {
      if (all.length === 1 || !standsNoMore(error)) throw error
    }
  }
  return async () => {
    for (let [first] = left; first; [first] = left) {
      await undoFirst(first)
      left = left.slice(1)
    }
    return waiting
  }
}
