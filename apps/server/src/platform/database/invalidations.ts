import { randomUUID } from 'node:crypto'
import { type SQL, sql } from 'drizzle-orm'
import { committedSince, openTransactions, type Place, placeParameters } from './committed-since.ts'
import { compiled } from './compiled.ts'
import type { Database, Db } from './db.ts'
import { type Lsn, lsnOf, writtenLsn } from './lsn.ts'

/**
 * Cache invalidation: says what changed of whatever this process keeps in memory. Triggers write it down in the
 * transaction of the change (`invalidations`), and whoever answers from memory first catches up: nothing depends on a
 * message that may come late or be lost, and all processes know the same. docs/decisions/0026-kept-answers.md
 */
export type Invalidations = {
  /**
   * Resolves when everything has been heard that was committed before the call. One statement serves all who wait.
   * @throws DatabaseGone
   */
  caughtUp(): Promise<void>
  /** Calls back with the ids of what changed; undefined: anything may have. */
  onChange(hear: (changed: ReadonlySet<string> | undefined) => void): void
  /**
   * How far the log was written at the last look, and at the last that found something: a replica that has replayed
   * less does not know of a change that was heard here, and nothing may be kept that was read from it. 0 where
   * invalidations were opened without `withLsn`.
   */
  seen(): { latest: Lsn; changed: Lsn }
}

const EVERYTHING = '00000000-0000-0000-0000-000000000000'
const KEPT_MINUTES = 60
// Who has not looked for so long may have missed rows that were swept.
const MISSED_AFTER_MS = (KEPT_MINUTES / 2) * 60_000

/** By the clock of the database, which wrote their times. */
export const sweepInvalidations = (db: Db) =>
  db.rows(sql`delete from invalidations where at < now() - ${KEPT_MINUTES}::int * interval '1 minute'`)

// More is not worth telling apart.
const MOST = 5_000

/** What was committed by the time of a look, by the clock of the database. `oldest`: the oldest open transaction. */
type Look = Place & { oldest: string; atMs: number }
type Found = Look & { token: string; changes: string[]; lsn: string }

const rows = { table: sql`invalidations`, columns: sql`about`, by: sql`about`, limit: MOST }

const changesWith = (lsn: SQL) =>
  compiled<{ token: string } & ReturnType<typeof placeParameters>>(
    ['token', 'newest', 'open'],
    ({ token, ...since }) => sql`
      select ${token}::text as token, ${lsn} as lsn, ${openTransactions} as open,
        pg_snapshot_xmin(pg_current_snapshot())::text as oldest,
        coalesce(greatest((select max(transaction) from invalidations), ${since.newest}::text::xid8), '0')::text
          as newest,
        (extract(epoch from clock_timestamp()) * 1000)::float8 as "atMs",
        coalesce((select json_agg(about) from (${committedSince(since, rows)}) found), '[]') as changes`,
  )
const changes = changesWith(sql`'0'`)
const changesWithLsn = changesWith(writtenLsn)

/** What has been committed since the last look; each change is found once. */
const look = (database: Database, since: Look | null, token: string, withLsn: boolean) =>
  database.proven<Found>(
    (withLsn ? changesWithLsn : changes)({ token, ...placeParameters(since) }),
    (row) => row.token === token,
  )

/** Whether rows may have been swept before they were found, or the database is not the one that was looked at. */
const mayHaveMissed = (last: Look, now: Look, since: { openSinceMs: number; missedAfterMs: number }) =>
  // What a transaction wrote that stayed open for long is old when it is committed.
  (now.oldest !== last.oldest && now.atMs - since.openSinceMs > since.missedAfterMs) ||
  now.atMs - last.atMs > since.missedAfterMs ||
  // One that was put back to an earlier state counts its transactions from there.
  BigInt(now.oldest) < BigInt(last.oldest)

/**
 * What changed in one database. Nothing is asked before somebody wants to catch up. `withLsn`: where replicas are read.
 */
export function invalidationsOf(
  database: Database,
  { missedAfterMs = MISSED_AFTER_MS, withLsn = false } = {},
): Invalidations {
  const listeners: ((changed: ReadonlySet<string> | undefined) => void)[] = []
  let last: Look | null = null
  // Since when, by the database's clock, the oldest open transaction has been the same.
  let openSinceMs = 0
  let seen = { latest: 0n, changed: 0n }
  const hear = ({ changes, lsn, ...now }: Found) => {
    const missed = changes.length >= MOST || last === null || mayHaveMissed(last, now, { openSinceMs, missedAfterMs })
    if (now.oldest !== last?.oldest) openSinceMs = now.atMs
    last = now
    const latest = lsnOf(lsn)
    const isQuiet = !missed && changes.length === 0
    // Before anything is forgotten: what is read anew from then on is read from who knows of the change.
    seen = { latest, changed: isQuiet ? seen.changed : latest }
    if (isQuiet) return
    const changed = new Set(changes)
    for (const listener of listeners) listener(missed || changed.has(EVERYTHING) ? undefined : changed)
  }
  const catchUp = async () => hear(await look(database, last, randomUUID(), withLsn))
  // A look that has begun may miss what was committed since: who comes meanwhile waits for the next.
  let running: Promise<void> | undefined
  let next: Promise<void> | undefined
  const begin = () => {
    running = catchUp().finally(() => {
      running = undefined
    })
    return running
  }
  return {
    caughtUp: () => {
      if (next) return next
      if (!running) return begin()
      next = running
        .catch(() => {})
        .then(() => {
          next = undefined
          return begin()
        })
      return next
    },
    onChange: (listener) => {
      listeners.push(listener)
    },
    seen: () => seen,
  }
}
