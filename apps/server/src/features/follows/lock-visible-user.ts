import type { UserId } from '@pawtrait/contract/ids.ts'
import { lockUsers } from '#features/users/account/lock-users.ts'
import { type VisibleUserId, visibleUser } from '#features/users/account/visible-user.ts'
import type { Tx, UserContext } from '#platform/context.ts'

/**
 * Locks the viewer and the user until the transaction ends, then proves that the user is visible. The check must follow
 * the lock, because one of them may have blocked the other concurrently.
 * @throws Problem 'not-found' for an invisible user.
 */
export async function lockVisibleUser(ctx: UserContext, tx: Tx, id: UserId): Promise<VisibleUserId> {
  await lockUsers(tx, ctx.viewer, id)
  return visibleUser({ ...ctx, db: tx.db }, id)
}
