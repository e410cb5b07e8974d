import type { UserId } from '@pawtrait/contract/ids.ts'
import { lockUsers } from '#features/users/account/lock-users.ts'
import { requireVisibleUser, type VisibleUserId } from '#features/users/account/visible-user.ts'
import type { Tx, UserContext } from '#platform/context.ts'

/** Locks viewer and user, then checks visibility: a block may just have begun. @throws Problem 'not-found' */
export async function lockVisibleUser(ctx: UserContext, tx: Tx, id: UserId): Promise<VisibleUserId> {
  await lockUsers(tx, ctx.viewer, id)
  return requireVisibleUser({ ...ctx, db: tx.db }, id)
}
