import type { SessionId, UserId } from '@pawtrait/contract/ids.ts'
import type { Database } from '#platform/database/db.ts'
import { selectSession, selectSomeSession } from './session-queries.ts'

const HASH_BYTES = 32

/**
 * Any session, for rehearsing what its user would read; undefined where nobody is logged in. Asks also what every
 * request asks of its cookie.
 */
export async function someSession(
  database: Database,
  now: Date,
): Promise<{ viewer: UserId; session: SessionId } | undefined> {
  await selectSession(database, Buffer.alloc(HASH_BYTES), now)
  return selectSomeSession(database)
}
