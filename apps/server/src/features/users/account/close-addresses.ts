import type { UserId } from '@pawtrait/contract/ids.ts'
import type { Tx } from '#platform/context.ts'
import { updateAddressEpoch } from './privacy-queries.ts'

/**
 * The signed addresses of these users' photos that were given out so far open nothing from the commit on: to be called
 * when somebody may see less of theirs than before. Whoever still may see a photo is given its new address.
 */
export async function closeAddresses(tx: Tx, users: readonly UserId[]): Promise<void> {
  await updateAddressEpoch(tx.db, users)
}
