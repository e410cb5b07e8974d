import type { OrderId, UserId } from '@pawtrait/contract/ids.ts'
import type { Db } from '#platform/database/db.ts'
import { newId } from '#platform/database/id.ts'
import {
  insertPeriod,
  insertReminder,
  lockUserPeriods,
  type Period,
  selectPlan,
  selectUse,
  type Use,
  updatePeriodClosed,
} from './queries.ts'

export type Grant = { user: UserId; plan: string; order: OrderId; livemode: boolean; now: Date }

/**
 * Gives a user the period an order has paid for, in the transaction that settles the payment: behind what they have
 * (also within 72 hours after its end), else from now. The database refuses a second grant of one order.
 */
export async function grantPeriod(db: Db, { user, plan, order, livemode, now }: Grant): Promise<Period> {
  await lockUserPeriods(db, user)
  const bought = await selectPlan(db, plan)
  if (!bought) throw new Error(`order ${order} points at no plan`)
  const months = monthsOf(bought.period)
  const period = await insertPeriod(db, { id: newId(now), user, plan, order, months, livemode, now })
  // Whoever sees it happen closes this at once; for others it waits until they look.
  await insertReminder(db, { id: newId(now), userId: user, periodId: period.id, kind: 'started', livemode, now })
  return period
}

/** `P3M` → 3. */
export const monthsOf = (period: string) => Number(period.slice(1, -1))

/** Whether and when what an order bought was used. */
export const useOf = async (db: Db, order: OrderId): Promise<Use> =>
  (await selectUse(db, order)) ?? { firstFeedAt: null, firstHideAt: null }

/** Takes back what an order bought, in the transaction that notes the refund. */
export const closePeriod = (db: Db, order: OrderId, now: Date) => updatePeriodClosed(db, order, now)
