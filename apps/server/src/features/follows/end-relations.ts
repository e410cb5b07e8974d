import type { UserId } from '@pawtrait/contract/ids.ts'
import { lockUsers } from '#features/users/account/lock-users.ts'
import type { Tx } from '#platform/context.ts'
import { endFollows } from './follow-user.ts'
import { deleteCloseFriendsBetween, deleteRequestsBetween } from './queries.ts'

/** Whatever connects two people ends. Both are held until the transaction ends: no follow begins meanwhile. */
export async function endRelations(tx: Tx, a: UserId, b: UserId): Promise<void> {
  await lockUsers(tx, a, b)
  await endFollows(tx, a, b)
  await deleteRequestsBetween(tx.db, a, b)
  await deleteCloseFriendsBetween(tx.db, a, b)
}
