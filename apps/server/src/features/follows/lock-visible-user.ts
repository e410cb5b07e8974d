import type { UserId } from '@pawtrait/contract/ids.ts'
import { lockUsers } from '#features/users/account/lock-users.ts'
import { requireVisibleUser, type VisibleUserId } from '#features/users/account/visible-user.ts'
import type { Tx, UserContext } from '#platform/context.ts'

/**
 * Locks the viewer and the user until the transaction ends, then checks that the viewer can see the user. The check
 * comes after the lock, because one user may have blocked the other in the meantime.
 * @throws Problem 'not-found' for an invisible user
 */
export async function lockVisibleUser(ctx: UserContext, tx: Tx, id: UserId): Promise<VisibleUserId> {
  await lockUsers(tx, ctx.viewer, id)
  return requireVisibleUser({ ...ctx, db: tx.db }, id)
}
