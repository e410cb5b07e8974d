import type { UserId } from '@pawtrait/contract/ids.ts'
import { selectUsersForUpdate } from '#features/users/queries.ts'
import type { Tx } from '#platform/context.ts'

/** Locks users until the transaction ends. Lock order against deadlocks: users by id, then pets, then other rows. */
export const lockUsers = (tx: Pick<Tx, 'db'>, ...users: UserId[]) => selectUsersForUpdate(tx.db, users)
