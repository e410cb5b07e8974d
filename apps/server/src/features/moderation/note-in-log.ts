import type { Context } from '#platform/context.ts'
import type { Db } from '#platform/db.ts'
import { insertLogEntry } from './log-queries.ts'

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
export const noteInLog = ({ now }: Pick<Context, 'now'>, db: Db, { did, moderator, about }: LogEntry) =>
  insertLogEntry(db, JSON.stringify({ at: now.toISOString(), did, moderator: moderator ?? null, about }))
