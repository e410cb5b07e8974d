import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { type Connection, connect, type Database } from '#platform/database/db.ts'
import { type Lsn, parseLsn, replayedLsn } from '#platform/database/lsn.ts'
import type { TimeLimits } from '#platform/database/time-limits.ts'
import { withTimeout } from '#platform/process/with-timeout.ts'

/** Result of a check of a replica. `atMs` is the time at which the check began. */
export type ReplicaStatus = { replayed: Lsn; follows: boolean; system: string; atMs: number }

export type Replica = {
  number: number
  database: Database
  /** The result of the last check. Undefined while the replica does not respond. */
  seen(): ReplicaStatus | undefined
  /**
   * Waits at most 20 ms until the replica has replayed `lsn`. After a timeout, calls in the next second return without
   * waiting.
   */
  reaches(lsn: Lsn): Promise<void>
  /** Awaits the result of a query. @throws ReplicaUnresponsive after a second without a response */
  whileAnswering<T>(query: Promise<T>): Promise<T>
  close(): Promise<void>
}

export const CHECK_EVERY_MS = 100
/** Maximum lag of a usable replica. Also the longest time that a usable replica may take to respond. */
export const MAX_LAG_MS = 1_000
// Interval of checks while a read waits. A replica usually replays a write within one or two milliseconds.
const RECHECK_MS = 1
const WAIT_MS = 20
export const statusCheckLimits: TimeLimits = { statementMs: 1_000, lockMs: 1_000, idleInTransactionMs: 10_000 }

// `follows` is true if the replica is connected to a primary. After a failover, a disconnected replica may have data
// that no other server has. So it must not serve reads.
const selectStatus = sql`
  select ${replayedLsn} as replayed, pg_is_in_recovery() and exists (
      select from pg_stat_wal_receiver where pid is not null) as follows,
    (select system_identifier::text from pg_control_system()) as system`

type Row = { replayed: string | null; follows: boolean; system: string }

export type ReplicaOptions = { number: number; max: number; bounded: number; limits: TimeLimits; timeZone: string }

const ignoreError = (query: Promise<void>) => query.catch(() => {})

function createSilenceSignal() {
  const createPromise = () => {
    const next = Promise.withResolvers<never>()
    next.promise.catch(() => {}) // avoids an unhandled rejection
    return next
  }
  let next = createPromise()
  return {
    next: () => next.promise,
    begin: () => {
      next.reject(new ReplicaUnresponsive())
      next = createPromise()
    },
  }
}

/** Starts to check a replica regularly. The replica may be down. `onCheck` is called after each check. */
export function openReplica(url: Connection, { number, ...options }: ReplicaOptions, onCheck: () => void): Replica {
  const database = connect(url, { ...options, name: 'replicas' })
  const statusDatabase = connect(url, { max: 1, limits: statusCheckLimits })
  const closing = new AbortController()
  let seen: ReplicaStatus | undefined
  const silence = createSilenceSignal()
  let checking: Promise<void> | undefined
  let skipWaitsUntilMs = 0

  const readStatus = async () => {
    const atMs = performance.now()
    const found = await statusDatabase.row<Row>(selectStatus)
    if (found) seen = { ...found, replayed: parseLsn(found.replayed ?? '0'), atMs }
  }
  const checkStatus = () => {
    checking ??= readStatus().finally(() => {
      checking = undefined
    })
    return checking
  }
  const markLost = () => {
    seen = undefined
    silence.begin()
  }
  const checkRegularly = async () => {
    while (!closing.signal.aborted) {
      const answered = checkStatus().then(
        () => true,
        () => false,
      )
      if (!(await withTimeout(answered, MAX_LAG_MS))) markLost()
      onCheck()
      await sleep(CHECK_EVERY_MS, undefined, { signal: closing.signal }).catch(() => {})
    }
  }
  const checks = checkRegularly()
  return {
    number,
    database,
    seen: () => seen,
    reaches: async (lsn) => {
      const startedAt = performance.now()
      const remainingMs = () => startedAt + WAIT_MS - performance.now()
      const hasReached = () => !seen || seen.replayed >= lsn
      while (startedAt >= skipWaitsUntilMs && !hasReached()) {
        await withTimeout(ignoreError(checkStatus()), Math.max(1, remainingMs()))
        if (remainingMs() <= 0) skipWaitsUntilMs = performance.now() + MAX_LAG_MS
        else if (!hasReached()) await sleep(RECHECK_MS)
      }
    },
    whileAnswering: (query) => Promise.race([query, silence.next()]),
    close: async () => {
      closing.abort()
      await Promise.all([checks, database.close(), statusDatabase.close()])
    },
  }
}

/** The replica did not respond, so the caller falls back to the primary. */
export class ReplicaUnresponsive extends Error {}
