import { createSqlDb, type Database, type RunStatement } from '#platform/database/db.ts'
import { isDatabaseUnavailable, isDeadlock, isReadOnlyError } from '#platform/database/db-errors.ts'
import type { Lsn } from '#platform/database/lsn.ts'
import { type Replica, ReplicaUnresponsive } from './replica.ts'
import { countFallback, countReplicaRead, type FallbackReason } from './replica-metrics.ts'

/** Database of a GET request. `wrote` returns whether the request may have written, because some GET requests write. */
export type RoutingDatabase = Database & { wrote(): boolean }

// Maximum number of remembered statements that a replica refused because they write. In practice there are few.
const MAX_TEXTS = 1_000
const writing = new Set<string>()

function reasonToLeave(error: unknown): FallbackReason | undefined {
  if (isReadOnlyError(error)) return 'writes'
  if (error instanceof ReplicaUnresponsive) return 'silent'
  // Uses the primary if the replica is unreachable, or cancelled the query because of a conflict with WAL replay.
  return isDatabaseUnavailable(error) || isDeadlock(error) ? 'failed' : undefined
}

/**
 * Reads from the replica as long as it has replayed `least()`, which may rise with invalidations. After one statement
 * on the primary, all later statements use the primary, so that they see no older data. Writes and transactions use the
 * primary.
 */
export function createRoutingDatabase(
  primary: Database,
  replica: Replica | undefined,
  least: () => Lsn,
): RoutingDatabase {
  let [hasLeft, wrote] = [replica === undefined, false]
  const leave = (reason: FallbackReason) => {
    if (!hasLeft) countFallback(reason)
    hasLeft = true
    wrote ||= reason === 'writes'
  }
  const isBehind = (candidate: Replica) => (candidate.seen()?.replayed ?? -1n) < least()
  const routed =
    (there: RunStatement | undefined, here: RunStatement): RunStatement =>
    async (text, values, plan) => {
      if (writing.has(text)) leave('writes')
      else if (!hasLeft && replica && isBehind(replica)) leave('behind')
      if (!hasLeft && replica && there)
        try {
          const found = await replica.whileAnswering(there(text, values, plan))
          countReplicaRead('replica')
          return found
        } catch (error) {
          const reason = reasonToLeave(error)
          if (!reason) throw error
          if (reason === 'writes' && writing.size < MAX_TEXTS) writing.add(text)
          leave(reason)
        }
      countReplicaRead('primary')
      return here(text, values, plan)
    }
  return {
    ...primary,
    ...createSqlDb(routed(replica?.database.run, primary.run)),
    bounded: (ms) => createSqlDb(routed(replica?.database.boundedRun(ms), primary.boundedRun(ms))),
    transaction: (work) => {
      leave('writes')
      return primary.transaction(work)
    },
    wrote: () => wrote,
  }
}
