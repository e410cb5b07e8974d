import type { SessionId, UserId } from '@pawtrait/contract/ids.ts'
import type { Database } from '#platform/database/db.ts'
import { selectSession, selectSomeSession } from './session-queries.ts'

const HASH_BYTES = 32

/**
 * Returns an arbitrary session, to warm up the queries of its user; undefined without sessions. Also runs the query
 * that identifies every request.
 */
export async function someSession(
  database: Database,
  now: Date,
): Promise<{ viewer: UserId; session: SessionId } | undefined> {
  await selectSession(database, Buffer.alloc(HASH_BYTES), now)
  return selectSomeSession(database)
}
