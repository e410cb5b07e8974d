import { lockUsers } from '#features/users/account/lock-users.ts'
import type { UserContext } from '#platform/context.ts'
import type { Db } from '#platform/database/db.ts'
import { Problem } from '#platform/problem.ts'
import { selectValidSession } from './session-queries.ts'

/**
 * Locks the viewer's row and checks the session, before a change of credentials. Ending all sessions takes the same
 * lock, so a request of an ended session cannot change credentials any more.
 * @throws Problem 'unauthenticated' when the session has been ended since the request began
 */
export async function lockOwnAccount({ viewer, session, now }: UserContext, db: Db): Promise<void> {
  await lockUsers({ db }, viewer)
  if (!(await selectValidSession(db, session, now))) throw new Problem('unauthenticated', 'Log in to do this.')
}
