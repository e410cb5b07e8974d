import type { OrderId } from '@pawtrait/contract/ids.ts'
import { endHidesOf } from '#features/blocks/hide-posts.ts'
import { closePeriod } from '#features/premium/grant-period.ts'
import type { Db } from '#platform/database/db.ts'

/** What an order bought ends now, and with it what was hidden by its right. Done twice it changes nothing. */
export async function endPurchase(db: Db, order: OrderId, now: Date) {
  const closed = await closePeriod(db, order, now)
  if (closed) await endHidesOf(db, closed.id)
}
