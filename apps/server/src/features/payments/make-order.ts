import type { OrderId } from '@pawtrait/contract/ids.ts'
import { currentPlan } from '#features/premium/current-plan.ts'
import { mayBuy } from '#features/premium/view.ts'
import type { UserContext } from '#platform/context.ts'
import { newId } from '#platform/id.ts'
import { Problem } from '#platform/problem.ts'
import {
  cancelOutdatedOrders,
  insertOrder,
  lockUserOrders,
  selectOrderFor,
  updateOrderCanceled,
} from './order-rows.sql.ts'
import { paymentsHere } from './payments-here.ts'

/**
 * Orders Premium at the plan's price. The same key, or an order that still waits, gives that order: two clicks are one.
 * @throws Problem 'payments-off'; 'conflict' when a month more would reach beyond a year ahead.
 */
export async function makeOrder(ctx: UserContext, key: string): Promise<OrderId> {
  paymentsHere(ctx)
  return ctx.transaction(async ({ db }) => {
    await lockUserOrders(db, ctx.viewer)
    const plan = await currentPlan({ ...ctx, db })
    await cancelOutdatedOrders(db, ctx.viewer, plan.id)
    const known = await selectOrderFor(db, ctx.viewer, key, plan.id)
    if (known) return known.id
    if (!(await mayBuy({ ...ctx, db }))) throw new Problem('conflict', 'You are paid up for a year ahead.')
    const id = newId<OrderId>(ctx.now)
    await insertOrder(db, {
      id,
      user: ctx.viewer,
      plan: plan.id,
      amountMinor: plan.priceMinor,
      currency: plan.currency,
      key,
      livemode: ctx.config.payments.livemode,
      now: ctx.now,
    })
    return id
  })
}

/** Gives up an order that waits; whatever else it is, it stays. */
export const cancelOrder = (ctx: UserContext, id: OrderId) => updateOrderCanceled(ctx.db, ctx.viewer, id)
