import type { Context } from '#platform/context.ts'
import type { Db } from '#platform/database/db.ts'
import { insertLogEntry, insertLogMac } from './log-queries.ts'
import { macOfEntry } from './sign-log.ts'

/** What the log tells of. */
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
  /** As whom: the id of a row of `moderators`, which names nobody once they are erased; none: the operator. */
  moderator?: string
  /** Ids of reports and decisions and other facts; never a user, a name or a word of anybody's. */
  about: Readonly<Record<string, string | number | boolean | null>>
}

/**
 * Writes into the log of moderation, in the transaction of what it tells of, as its last statement: until the commit
 * nobody else's entry is chained.
 */
export async function noteInLog(
  { now, secrets }: Pick<Context, 'now' | 'secrets'>,
  db: Db,
  { did, moderator, about }: LogEntry,
): Promise<void> {
  const at = now.toISOString()
  const entry = await insertLogEntry(db, JSON.stringify({ at, did, moderator: moderator ?? null, about }))
  if (entry) await insertLogMac(db, { seq: entry.seq, mac: macOfEntry({ secrets }, entry) })
}
