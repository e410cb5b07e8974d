import type { UserId } from '@pawtrait/contract/ids.ts'
import type { Tx } from '#platform/context.ts'
import { incrementUrlEpoch } from './privacy-queries.ts'

/** Invalidates all signed photo URLs of these users at the commit. Call it when another user loses access to photos. */
export async function invalidateSignedUrls(tx: Tx, users: readonly UserId[]): Promise<void> {
  await incrementUrlEpoch(tx.db, users)
}
