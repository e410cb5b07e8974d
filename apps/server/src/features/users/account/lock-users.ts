import type { UserId } from '@pawtrait/contract/ids.ts'
import { selectUsersLocked } from '#features/users/queries.ts'
import type { Tx } from '#platform/context.ts'

/**
 * Locks these users until the transaction ends, so that a block, a follow or a care between them waits. Lock order: by
 * id, and before any other row (users, pets, the rest), which excludes deadlocks.
 */
export const lockUsers = (tx: Pick<Tx, 'db'>, ...users: UserId[]) => selectUsersLocked(tx.db, users)
