import { type Database, dbOver, type Run } from '#platform/database/db.ts'
import { isDatabaseGone, isDeadlock, isReadOnly } from '#platform/database/db-errors.ts'
import type { Lsn } from '#platform/database/lsn.ts'
import { type Replica, ReplicaSilent } from './replica.ts'
import { countFallback, countRead, type Fallback } from './replica-metrics.ts'

/** The database of one request that reads. `wrote`: whether something may have been written all the same. */
export type ReadingDatabase = Database & { wrote(): boolean }

// What a replica has refused as writing; texts are those that the code holds, and few of them write.
const MOST_TEXTS = 1_000
const writing = new Set<string>()

function reasonToLeave(error: unknown): Fallback | undefined {
  if (isReadOnly(error)) return 'writes'
  if (error instanceof ReplicaSilent) return 'silent'
  // Gone, or what it read was in the way of what it had to replay.
  return isDatabaseGone(error) || isDeadlock(error) ? 'failed' : undefined
}

/**
 * Statements go to the replica as long as it has replayed the log up to `least`, which is asked before each: it rises
 * when something is told that must be seen at once. Once one went to the primary the rest of the request follows it,
 * so that nothing it has seen is gone again. What writes, and transactions, go there too.
 */
export function readingFrom(primary: Database, replica: Replica | undefined, least: () => Lsn): ReadingDatabase {
  let [left, wrote] = [replica === undefined, false]
  const leave = (reason: Fallback) => {
    if (!left) countFallback(reason)
    left = true
    wrote ||= reason === 'writes'
  }
  const isBehind = (one: Replica) => (one.seen()?.replayed ?? -1n) < least()
  const routed =
    (there: Run | undefined, here: Run): Run =>
    async (text, values, plan) => {
      if (writing.has(text)) leave('writes')
      else if (!left && replica && isBehind(replica)) leave('behind')
      if (!left && replica && there)
        try {
          const found = await replica.whileAnswering(there(text, values, plan))
          countRead('replica')
          return found
        } catch (error) {
          const reason = reasonToLeave(error)
          if (!reason) throw error
          if (reason === 'writes' && writing.size < MOST_TEXTS) writing.add(text)
          leave(reason)
        }
      countRead('primary')
      return here(text, values, plan)
    }
  return {
    ...primary,
    ...dbOver(routed(replica?.database.run, primary.run)),
    bounded: (ms) => dbOver(routed(replica?.database.boundedRun(ms), primary.boundedRun(ms))),
    transaction: (work) => {
      leave('writes')
      return primary.transaction(work)
    },
    wrote: () => wrote,
  }
}
