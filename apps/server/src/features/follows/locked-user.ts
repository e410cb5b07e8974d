import type { UserId } from '@pawtrait/contract/ids.ts'
import { lockUsers } from '#features/users/account/lock-users.ts'
import { type VisibleUserId, visibleUser } from '#features/users/account/visible-user.ts'
import type { Tx, UserContext } from '#platform/context.ts'

/**
 * The user, while nothing changes between the two of them until the transaction ends. Looked at under the lock: one of
 * the two may have blocked the other meanwhile.
 * @throws Problem 'not-found' as `visibleUser`.
 */
export async function lockedUser(ctx: UserContext, tx: Tx, id: UserId): Promise<VisibleUserId> {
  await lockUsers(tx, ctx.viewer, id)
  return visibleUser({ ...ctx, db: tx.db }, id)
}
