import { createSqlDb, type Database, type RunStatement } from '#platform/database/db.ts'
import { isDatabaseUnavailable, isDeadlock, isReadOnlyError } from '#platform/database/db-errors.ts'
import type { Lsn } from '#platform/database/lsn.ts'
import { type Replica, ReplicaUnresponsive } from './replica.ts'
import { countFallback, countReplicaRead, type FallbackReason } from './replica-metrics.ts'

/** Database of a GET request. `wrote` returns whether the request may have written, because some GET requests write. */
export type RoutingDatabase = Database & { wrote(): boolean }

// Maximum number of remembered statements that a replica refused because they write. In practice there are few.
const MAX_TEXTS = 1_000
const writingTexts = new Set<string>()

function findFallbackReason(error: unknown): FallbackReason | undefined {
  if (isReadOnlyError(error)) return 'writes'
  if (error instanceof ReplicaUnresponsive) return 'silent'
  // Uses the primary if the replica is unreachable, or cancelled the query because of a conflict with WAL replay.
  return isDatabaseUnavailable(error) || isDeadlock(error) ? 'failed' : undefined
}

/**
 * Reads from the replica as long as it has replayed `getMinimumLsn()`, which may rise with invalidations. After one
 * statement on the primary, all later statements use the primary, so that they see no older data. Writes and
 * transactions use the primary.
 */
export function createRoutingDatabase(
  primary: Database,
  replica: Replica | undefined,
  getMinimumLsn: () => Lsn,
): RoutingDatabase {
  let [usesPrimary, wrote] = [replica === undefined, false]
  const fallBack = (reason: FallbackReason) => {
    if (!usesPrimary) countFallback(reason)
    usesPrimary = true
    wrote ||= reason === 'writes'
  }
  const isBehind = (candidate: Replica) => (candidate.seen()?.replayed ?? -1n) < getMinimumLsn()
  const routeStatement =
    (runOnReplica: RunStatement | undefined, runOnPrimary: RunStatement): RunStatement =>
    async (text, values, plan) => {
      if (writingTexts.has(text)) fallBack('writes')
      else if (!usesPrimary && replica && isBehind(replica)) fallBack('behind')
      if (!usesPrimary && replica && runOnReplica)
        try {
          const found = await replica.whileAnswering(runOnReplica(text, values, plan))
          countReplicaRead('replica')
          return found
        } catch (error) {
          const reason = findFallbackReason(error)
          if (!reason) throw error
          if (reason === 'writes' && writingTexts.size < MAX_TEXTS) writingTexts.add(text)
          fallBack(reason)
        }
      countReplicaRead('primary')
      return runOnPrimary(text, values, plan)
    }
  return {
    ...primary,
    ...createSqlDb(routeStatement(replica?.database.run, primary.run)),
    bounded: (ms) => createSqlDb(routeStatement(replica?.database.boundedRun(ms), primary.boundedRun(ms))),
    transaction: (work) => {
      fallBack('writes')
      return primary.transaction(work)
    },
    wrote: () => wrote,
  }
}
