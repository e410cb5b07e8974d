import { randomUUID } from 'node:crypto'
import { type SQL, sql } from 'drizzle-orm'
import { committedSinceSql, openTransactions, positionParameters, type ReadPosition } from './committed-since.ts'
import { compileStatement } from './compile-statement.ts'
import type { Database, Db } from './db.ts'
import { type Lsn, parseLsn, writtenLsn } from './lsn.ts'

/**
 * Cache invalidation. Triggers record each change in the transaction that makes it. A reader first applies all recorded
 * changes. This needs no messages, which could be lost or late. docs/decisions/0026-cache-invalidation.md
 */
export type Invalidations = {
  /** Applies all changes committed before the call. Concurrent callers share a query. @throws DatabaseUnavailable */
  caughtUp(): Promise<void>
  /** Registers a callback for changed ids; undefined means that anything may have changed. */
  onChange(listener: (changed: ReadonlySet<string> | undefined) => void): void
  /**
   * Returns the WAL positions of the last check (`latest`) and of the last one with changes (`changed`). A value read
   * from a replica behind `changed` must not be cached. Both are 0 without `withLsn`.
   */
  seen(): { latest: Lsn; changed: Lsn }
}

const EVERYTHING = '00000000-0000-0000-0000-000000000000'
const RETENTION_MINUTES = 60
// If two checks are further apart, the sweep may have deleted invalidations that this process has not read.
const MISSED_AFTER_MS = (RETENTION_MINUTES / 2) * 60_000

/** Deletes old invalidations. Uses the clock of the database, because that clock also set the times of the rows. */
export const sweepInvalidations = (db: Db) =>
  db.rows(sql`delete from invalidations where at < now() - ${RETENTION_MINUTES}::int * interval '1 minute'`)

// Maximum number of changes in one check. A check that finds this many clears whole caches.
const MAX_CHANGES = 5_000

/**
 * Result of a check for invalidations. `next` is greater than the ids of all ended transactions, and may be the id of
 * an open one. `server` is the start time of the database server. `atMs` is the time on the database's clock.
 */
type Check = ReadPosition & { next: string; server: string; atMs: number }
type CheckRow = Check & { token: string; changes: string[]; lsn: string }

const rows = { table: sql`invalidations`, columns: sql`about`, by: sql`about`, limit: MAX_CHANGES }

const createChangesStatement = (lsn: SQL) =>
  compileStatement<{ token: string } & ReturnType<typeof positionParameters>>(
    ['token', 'newest', 'open'],
    ({ token, ...since }) => sql`
      select ${token}::text as token, ${lsn} as lsn, ${openTransactions} as open,
        pg_snapshot_xmax(pg_current_snapshot())::text as next,
        extract(epoch from pg_postmaster_start_time())::text as server,
        coalesce(greatest((select max(transaction) from invalidations), ${since.newest}::text::xid8), '0')::text
          as newest,
        (extract(epoch from clock_timestamp()) * 1000)::float8 as "atMs",
        coalesce((select json_agg(about) from (${committedSinceSql(since, rows)}) found), '[]') as changes`,
  )
const changesStatement = createChangesStatement(sql`'0'`)
const changesStatementWithLsn = createChangesStatement(writtenLsn)

const runCheck = (database: Database, since: Check | null, token: string, withLsn: boolean) =>
  database.verifiedRow<CheckRow>(
    (withLsn ? changesStatementWithLsn : changesStatement)({ token, ...positionParameters(since) }),
    (row) => row.token === token,
  )

/** Returns when each transaction that may be open was first seen, by the clock of the database. */
const updateOpenSince = ({ open, next, atMs }: Check, before: ReadonlyMap<string, number>) =>
  new Map([...open, next].map((transaction) => [transaction, before.get(transaction) ?? atMs]))

const isOpen = ({ open, next }: Check, transaction: string) => open.includes(transaction) || next === transaction

/** Whether this process may have missed invalidations, because they were swept or the database server was replaced. */
const mayHaveMissed = (last: Check, now: Check, openSince: ReadonlyMap<string, number>, missedAfterMs: number) =>
  now.atMs - last.atMs > missedAfterMs ||
  // A long transaction commits rows with old times, which the sweep may delete at once.
  [...openSince].some(([transaction, at]) => now.atMs - at > missedAfterMs && !isOpen(now, transaction)) ||
  // After a failover or a restore, committed transactions may be lost, and their ids may be reused.
  now.server !== last.server

/** Tracks the invalidations of a database. `withLsn` also reads the WAL position, which is needed for replicas. */
export function trackInvalidations(
  database: Database,
  { missedAfterMs = MISSED_AFTER_MS, withLsn = false } = {},
): Invalidations {
  const listeners: ((changed: ReadonlySet<string> | undefined) => void)[] = []
  let last: Check | null = null
  let openSince = new Map<string, number>()
  let seen = { latest: 0n, changed: 0n }
  const applyChanges = ({ changes, lsn, ...now }: CheckRow) => {
    const missed = changes.length >= MAX_CHANGES || last === null || mayHaveMissed(last, now, openSince, missedAfterMs)
    openSince = updateOpenSince(now, openSince)
    last = now
    const latest = parseLsn(lsn)
    const isQuiet = !missed && changes.length === 0
    // Sets the position before the listeners drop values. So dropped values are read again only from replicas that have
    // the change.
    seen = { latest, changed: isQuiet ? seen.changed : latest }
    if (isQuiet) return
    const changed = new Set(changes)
    for (const listener of listeners) listener(missed || changed.has(EVERYTHING) ? undefined : changed)
  }
  const catchUp = async () => applyChanges(await runCheck(database, last, randomUUID(), withLsn))
  // A check in progress may miss changes committed after it started, so later callers wait for the next check.
  let running: Promise<void> | undefined
  let next: Promise<void> | undefined
  const startCheck = () => {
    running = catchUp().finally(() => {
      running = undefined
    })
    return running
  }
  return {
    caughtUp: () => {
      if (next) return next
      if (!running) return startCheck()
      next = running
        .catch(() => {})
        .then(() => {
          next = undefined
          return startCheck()
        })
      return next
    },
    onChange: (listener) => {
      listeners.push(listener)
    },
    seen: () => seen,
  }
}
