import type { OrderId } from '@pawtrait/contract/ids.ts'
import { endHidesOfPeriod } from '#features/blocks/hide-posts.ts'
import { closePeriod } from '#features/premium/grant-period.ts'
import type { Db } from '#platform/database/db.ts'

/** Ends the Premium period of an order. Deletes hides of users and pets that belong to this period. Idempotent. */
export async function endPurchasedPeriod(db: Db, order: OrderId, now: Date) {
  const closed = await closePeriod(db, order, now)
  if (closed) await endHidesOfPeriod(db, closed.id)
}
