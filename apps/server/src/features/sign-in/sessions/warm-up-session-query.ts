import type { SessionId, UserId } from '@pawtrait/contract/ids.ts'
import type { Database } from '#platform/database/db.ts'
import { selectAnySession, selectSession } from './session-queries.ts'

const HASH_BYTES = 32

/** Runs the session query before the first request needs it. Returns any session, to warm up other queries. */
export async function warmUpSessionQuery(
  database: Database,
  now: Date,
): Promise<{ viewer: UserId; session: SessionId } | undefined> {
  await selectSession(database, Buffer.alloc(HASH_BYTES), now)
  return selectAnySession(database)
}
