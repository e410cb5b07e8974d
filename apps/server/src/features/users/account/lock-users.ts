import type { UserId } from '@pawtrait/contract/ids.ts'
import { selectUsersForUpdate } from '#features/users/queries.ts'
import type { Tx } from '#platform/context.ts'

/**
 * Locks users until the transaction ends. Blocks, follows and changes of a pet's people take these locks too. Lock
 * order against deadlocks: users by id, then pets, then all other rows.
 */
export const lockUsers = (tx: Pick<Tx, 'db'>, ...users: UserId[]) => selectUsersForUpdate(tx.db, users)
