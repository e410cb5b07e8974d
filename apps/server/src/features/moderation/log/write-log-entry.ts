import type { Context } from '#platform/context.ts'
import type { Db } from '#platform/database/db.ts'
import { insertLogEntry, insertLogMac } from './log-queries.ts'
import { computeEntryMac } from './sign-log.ts'

export type LogEntry = {
  did:
    | 'moderator-appointed'
    | 'moderator-dismissed'
    | 'looked'
    | 'decided'
    | 'undone'
    | 'appealed'
    | 'judged'
    | 'reporter-muted'
    | 'reporter-unmuted'
  /**
   * Id of the moderator's row in `moderators`. Erasing the user removes the user id from this row. Absent for the
   * operator, for automatic decisions and for appeals.
   */
  moderator?: string
  /** Ids of reports and decisions, and other facts. Must not contain user ids, usernames or texts. */
  about: Readonly<Record<string, string | number | boolean | null>>
}

/** Writes a log entry. Call it last in a transaction, because it locks the log until the commit. */
export async function writeLogEntry(
  { now, secrets }: Pick<Context, 'now' | 'secrets'>,
  db: Db,
  { did, moderator, about }: LogEntry,
): Promise<void> {
  const at = now.toISOString()
  const entry = await insertLogEntry(db, JSON.stringify({ at, did, moderator: moderator ?? null, about }))
  if (entry) await insertLogMac(db, { seq: entry.seq, mac: computeEntryMac({ secrets }, entry) })
}
