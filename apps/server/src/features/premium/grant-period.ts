import type { OrderId, UserId } from '@pawtrait/contract/ids.ts'
import type { Db } from '#platform/database/db.ts'
import { newId } from '#platform/database/id.ts'
import {
  type FirstUse,
  insertPeriod,
  insertReminder,
  lockUserPeriods,
  markPeriodClosed,
  type Period,
  selectFirstUse,
  selectPlan,
} from './queries.ts'

export type PeriodGrant = { user: UserId; plan: string; order: OrderId; livemode: boolean; now: Date }

/**
 * Grants the period that an order paid for, in the transaction that settles the payment. The period starts when the
 * user's last period ends, or now if that was over 72 hours ago. The database refuses a second grant of one order.
 */
export async function grantPeriod(db: Db, { user, plan, order, livemode, now }: PeriodGrant): Promise<Period> {
  await lockUserPeriods(db, user)
  const boughtPlan = await selectPlan(db, plan)
  if (!boughtPlan) throw new Error(`order ${order} points at no plan`)
  const months = parsePeriodMonths(boughtPlan.period)
  const period = await insertPeriod(db, { id: newId(now), user, plan, order, months, livemode, now })
  // The reminder confirms the purchase. The payment page dismisses it if the buyer is still there. Otherwise the app
  // shows it until the buyer dismisses it.
  await insertReminder(db, { id: newId(now), userId: user, periodId: period.id, kind: 'started', livemode, now })
  return period
}

/** Returns the number of months in an ISO 8601 period: `P3M` → 3. */
export const parsePeriodMonths = (period: string) => Number(period.slice(1, -1))

/** Returns the times of the first use of Premium in an order's period: in the feed, and to hide posts. */
export const readFirstUse = async (db: Db, order: OrderId): Promise<FirstUse> =>
  (await selectFirstUse(db, order)) ?? { firstFeedAt: null, firstHideAt: null }

/** Ends the Premium period of an order, in the transaction that records a full refund or a lost dispute. */
export const closePeriod = (db: Db, order: OrderId, now: Date) => markPeriodClosed(db, order, now)
