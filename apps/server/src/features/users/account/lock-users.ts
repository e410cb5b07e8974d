import type { UserId } from '@pawtrait/contract/ids.ts'
import { selectUsersLocked } from '#features/users/queries.ts'
import type { Tx } from '#platform/context.ts'

/**
 * Holds these users until the transaction ends: a block, a follow or a care between them waits. In the order of their
 * ids and before any other row (users, pets, the rest): two who change the same things do not wait for each other.
 */
export const lockUsers = (tx: Tx, ...users: UserId[]) => selectUsersLocked(tx.db, users)
