import { undoDecision } from '@pawtrait/contract/decisions.ts'
import type { DecisionId, ReportId } from '@pawtrait/contract/ids.ts'
import { CallError, call } from '#lib/call.ts'

/** What was decided about which report. */
export type Decided = { report: ReportId; decision: DecisionId }

const standsNoMore = (error: unknown) =>
  error instanceof CallError && (error.code === 'conflict' || error.code === 'not-found')

/** Undoes one after another, and gives how many; called again, it goes on. Of several some may be undone already. */
export function undoEach(decided: readonly Decided[]): () => Promise<number> {
  let left = decided
  let undone = 0
  const undoFirst = async ({ decision }: Decided) => {
    try {
      await call(undoDecision, { params: { id: decision }, body: {} })
      undone += 1
    } catch (error) {
      if (decided.length === 1 || !standsNoMore(error)) throw error
    }
  }
  return async () => {
    for (let [first] = left; first; [first] = left) {
      await undoFirst(first)
      left = left.slice(1)
    }
    return undone
  }
}
