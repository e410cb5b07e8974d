import type { SessionId, UserId } from '@pawtrait/contract/ids.ts'
import type { Database } from '#platform/database/db.ts'
import { selectAnySession, selectSession } from './session-queries.ts'

const HASH_BYTES = 32

/** Warms up the query that identifies requests. Returns an arbitrary session, for other warm-ups, or undefined. */
export async function warmUpSessionQuery(
  database: Database,
  now: Date,
): Promise<{ viewer: UserId; session: SessionId } | undefined> {
  await selectSession(database, Buffer.alloc(HASH_BYTES), now)
  return selectAnySession(database)
}
