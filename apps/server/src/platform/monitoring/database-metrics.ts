import {
  isConstraintError,
  isDatabaseUnavailable,
  isDeadlock,
  isDiskFull,
  isLockTimeout,
  isStatementTimeout,
} from '#platform/database/db-errors.ts'
import { counter, histogram, observableMetric, startStopwatch } from './metrics.ts'
import { withTrace } from './trace-channel.ts'

/** Label of a connection pool: `background` for jobs and events, `bounded` for short timeouts, `other` for commands. */
export type PoolName = 'requests' | 'writes' | 'background' | 'bounded' | 'replicas' | 'other'

const observeStatement = histogram(
  'database_statement_duration_seconds',
  'Duration of statements, from sending to the response or failure',
  ['pool'],
  [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
)
const countFailure = counter(
  'database_statement_failures_total',
  'Statements that failed: timeout, lock, deadlock, gone, full, constraint (often expected) or other',
  ['pool', 'reason'],
  ['timeout', 'lock', 'full'].map((reason) => ['requests', reason]),
)
const observeWait = histogram(
  'database_pool_wait_seconds',
  'Time that work waited for a connection',
  ['pool'],
  [0.0005, 0.001, 0.005, 0.01, 0.05, 0.1, 0.25, 0.5, 1, 2, 3],
)
const countTimeout = counter(
  'database_pool_timeouts_total',
  'Work that failed because no connection became free',
  ['pool'],
  [['requests'], ['writes'], ['background'], ['bounded']],
)
const readMax = observableMetric('gauge', 'database_pool_connections_max', 'Maximum number of connections', ['pool'])
const readInUse = observableMetric('gauge', 'database_pool_connections_in_use', 'Connections in use', ['pool'])
const readWaiting = observableMetric('gauge', 'database_pool_waiting', 'Work that waits for a connection', ['pool'])

const classifyFailure = (error: unknown) => {
  if (isStatementTimeout(error)) return 'timeout'
  if (isLockTimeout(error)) return 'lock'
  if (isDeadlock(error)) return 'deadlock'
  if (isDatabaseUnavailable(error)) return 'gone'
  if (isDiskFull(error)) return 'full'
  return isConstraintError(error) ? 'constraint' : 'other'
}

/** Describes a statement for tracing. The description does not contain the values of its parameters. */
const describeStatement = (pool: PoolName, text: string) => ({
  where: 'database' as const,
  name: /\w+/.exec(text)?.[0]?.toLowerCase() ?? 'statement',
  attributes: { 'db.system.name': 'postgresql', 'db.query.text': text, 'pawtrait.pool': pool },
})

export async function measureStatement<T>(pool: PoolName, text: string, send: () => Promise<T>): Promise<T> {
  const seconds = startStopwatch()
  try {
    return await withTrace(send, () => describeStatement(pool, text))
  } catch (error) {
    countFailure(pool, classifyFailure(error))
    throw error
  } finally {
    observeStatement(seconds(), pool)
  }
}

export function addPoolMetrics(pool: PoolName, max: number) {
  let [waiting, inUse] = [0, 0]
  const addReaders = () => [readMax(() => max, pool), readInUse(() => inUse, pool), readWaiting(() => waiting, pool)]
  // CLI commands (`other`) register no pool metrics, because the process ends before metrics are read.
  const removeReaders = pool === 'other' ? [] : addReaders()
  return {
    measure: async <T>(withPermit: (work: () => Promise<T>) => Promise<T>, work: () => Promise<T>): Promise<T> => {
      const seconds = startStopwatch()
      let hasBegun = false
      waiting++
      try {
        return await withPermit(() => {
          hasBegun = true
          waiting--
          inUse++
          observeWait(seconds(), pool)
          return work()
        })
      } finally {
        if (hasBegun) inUse--
        else {
          waiting--
          countTimeout(pool)
        }
      }
    },
    end: () => {
      for (const end of removeReaders) end()
    },
  }
}
