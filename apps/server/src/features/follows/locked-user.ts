import type { UserId } from '@pawtrait/contract/ids.ts'
import { type VisibleUserId, visibleUser } from '#features/users/visible-user.ts'
import type { Tx, UserContext } from '#platform/context.ts'
import { lockPair } from './queries.ts'

/**
 * The user, while nothing changes between the two of them until the transaction ends. Looked at under the lock: one of
 * the two may have blocked the other meanwhile.
 * @throws Problem 'not-found' as `visibleUser`.
 */
export async function lockedUser(ctx: UserContext, tx: Tx, id: UserId): Promise<VisibleUserId> {
  await lockPair(tx.db, ctx.viewer, id)
  return visibleUser({ ...ctx, db: tx.db }, id)
}
