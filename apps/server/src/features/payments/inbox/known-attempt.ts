import type { AttemptId } from '@pawtrait/contract/ids.ts'
import { type Provider, selectCardAttempt } from '#features/payments/queries.ts'
import type { Db } from '#platform/db.ts'

/** A card's attempt by what its provider calls it, the surest name first. */
export async function knownAttempt(db: Db, provider: Provider, keys: readonly string[]): Promise<AttemptId | null> {
  for (const key of keys) {
    const found = await selectCardAttempt(db, provider, key)
    if (found) return found.id
  }
  return null
}
