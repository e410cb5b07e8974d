import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Database, Db } from './db.ts'

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
}

const EVERYTHING = '00000000-0000-0000-0000-000000000000'
const KEPT_MINUTES = 60
// Who has not looked for so long may have missed rows that were swept.
const MISSED_AFTER_MS = (KEPT_MINUTES / 2) * 60_000

export const sweepInvalidations = (db: Db, now: Date) =>
  db.rows(sql`
    delete from invalidations
    where at < ${now.toISOString()}::timestamptz - ${KEPT_MINUTES}::int * interval '1 minute'`)

// More is not worth telling apart. The limit also has the planner take the index.
const MOST = 5_000

type Found = { token: string; open: string; changes: { transaction: string; about: string }[] }

/**
 * What transactions from `from` on have changed, and the oldest that was still open: all before it have ended, and
 * what they did is among what this or an earlier look has found.
 */
const look = (database: Database, from: string | null, token: string) =>
  database.proven<Found>(
    sql`
      select ${token}::text as token, pg_snapshot_xmin(pg_current_snapshot())::text as open,
        coalesce((select json_agg(json_build_object('transaction', transaction::text, 'about', about)) from (
          select transaction, about from invalidations where transaction >= ${from}::text::xid8
          order by transaction, about limit ${MOST}::int) found), '[]') as changes`,
    (row) => row.token === token,
  )

/** What changed in one database. Nothing is asked before somebody wants to catch up. */
export function invalidationsOf(database: Database, elapsedMs: () => number = () => performance.now()): Invalidations {
  const listeners: ((changed: ReadonlySet<string> | undefined) => void)[] = []
  let [open, lookedAt]: [string | null, number] = [null, 0]
  // While an older transaction stays open, later ones are found again and again.
  const heard = new Map<string, string>()
  const hear = ({ open: next, changes }: Found, startedAt: number) => {
    // A database that was put back to an earlier state counts its transactions from there.
    const isEarlier = open !== null && BigInt(next) < BigInt(open)
    const missed = open === null || isEarlier || startedAt - lookedAt > MISSED_AFTER_MS || changes.length === MOST
    if (missed) heard.clear()
    const changed = new Set<string>()
    for (const { transaction, about } of changes) {
      const key = `${transaction} ${about}`
      if (heard.has(key)) continue
      heard.set(key, transaction)
      changed.add(about)
    }
    if (open !== next) for (const [key, of] of heard) if (BigInt(of) < BigInt(next)) heard.delete(key)
    ;[open, lookedAt] = [next, startedAt]
    if (!missed && changed.size === 0) return
    for (const listener of listeners) listener(missed || changed.has(EVERYTHING) ? undefined : changed)
  }
  const catchUp = async () => {
    const startedAt = elapsedMs()
    hear(await look(database, open, randomUUID()), startedAt)
  }
  // A look that has begun may miss what was committed since: who comes meanwhile waits for the next.
  let [running, next]: Promise<void>[] = []
  const begin = () => {
    running = catchUp().finally(() => {
      running = undefined
    })
    return running
  }
  return {
    caughtUp: () => {
      if (!running) return begin()
      next ??= running
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
  }
}
