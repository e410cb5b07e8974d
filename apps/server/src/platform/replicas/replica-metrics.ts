import { counter, histogram, observableMetric } from '#platform/monitoring/metrics.ts'

export const countReplicaRead = counter(
  'database_reads_total',
  'Statements of requests that may read from a replica, by the server that answered',
  ['where'],
  [['replica'], ['primary']],
)

/**
 * Reason why a request reads from the primary. `none`: no replica is usable. `writes`: the statement writes. `behind`:
 * the replica lacks writes. `silent`: it does not respond. `failed`: it aborted the statement.
 */
export type FallbackReason = 'none' | 'behind' | 'silent' | 'failed' | 'writes'

const reasons: FallbackReason[] = ['none', 'behind', 'silent', 'failed', 'writes']

export const countFallback: (reason: FallbackReason) => void = counter(
  'database_replica_fallbacks_total',
  'Requests that read from the primary although replicas are configured',
  ['reason'],
  reasons.map((reason) => [reason]),
)

export const observeReplicaLag = histogram(
  'database_replica_lag_seconds',
  'Lag of a replica at each check',
  ['replica'],
  [0.001, 0.005, 0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
)

export const addReplicaUsableReader = observableMetric(
  'gauge',
  'database_replica_usable',
  'Processes that read from the replica now: it answers, follows, and is less than a second behind',
  ['replica'],
)
