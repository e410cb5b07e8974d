import type { UserId } from '@pawtrait/contract/ids.ts'
import { selectSessionLives, selectUsersLocked } from '#features/users/queries.ts'
import type { Tx, UserContext } from '#platform/context.ts'
import type { Db } from '#platform/database/db.ts'
import { Problem } from '#platform/problem.ts'

/**
 * Locks these users until the transaction ends, so that a block, a follow or a care between them waits. Lock order: by
 * id, and before any other row (users, pets, the rest), which excludes deadlocks.
 */
export const lockUsers = (tx: Tx, ...users: UserId[]) => selectUsersLocked(tx.db, users)

/**
 * Locks the viewer's row before a change of how one logs in. Whatever ends all sessions of an account holds the same
 * lock, so a request that began before cannot add a passkey or an address after it.
 * @throws Problem 'unauthenticated' when the session has been ended since the request began
 */
export async function lockOwnAccount({ viewer, session, now }: UserContext, db: Db): Promise<void> {
  await selectUsersLocked(db, [viewer])
  if (!(await selectSessionLives(db, session, now))) throw new Problem('unauthenticated', 'Log in to do this.')
}
