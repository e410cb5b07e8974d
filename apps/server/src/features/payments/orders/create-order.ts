import type { OrderId } from '@pawtrait/contract/ids.ts'
import { readCurrentPlan } from '#features/premium/current-plan.ts'
import { mayBuy } from '#features/premium/view.ts'
import type { UserContext } from '#platform/context.ts'
import { newId } from '#platform/database/id.ts'
import { Problem } from '#platform/problem.ts'
import {
  cancelOutdatedOrders,
  insertOrder,
  lockUserOrders,
  markOrderCanceled,
  selectReusableOrder,
} from './order-queries.ts'
import { requirePaymentSettings } from './require-payments.ts'
import { ORDER_LIFETIME_MS } from './start-attempt.ts'

/**
 * Orders Premium at the plan's current price, which the order keeps for a day. If the user has an order with this
 * idempotency key (double click) or an open order, returns that order instead.
 * @throws Problem 'payments-off'; 'conflict' if the new period would end more than a year ahead.
 */
export async function createOrder(ctx: UserContext, key: string): Promise<OrderId> {
  requirePaymentSettings(ctx)
  return ctx.transaction(async ({ db }) => {
    await lockUserOrders(db, ctx.viewer)
    const { livemode } = ctx.config.payments
    await cancelOutdatedOrders(db, ctx.viewer, livemode, new Date(ctx.now.getTime() - ORDER_LIFETIME_MS))
    const existing = await selectReusableOrder(db, ctx.viewer, key)
    if (existing) return existing.id
    const plan = await readCurrentPlan({ ...ctx, db })
    if (!(await mayBuy({ ...ctx, db }))) throw new Problem('conflict', 'Premium is paid for a year ahead.')
    const id = newId<OrderId>(ctx.now)
    await insertOrder(db, {
      id,
      user: ctx.viewer,
      plan: plan.id,
      amountMinor: plan.priceMinor,
      currency: plan.currency,
      key,
      livemode,
      now: ctx.now,
    })
    return id
  })
}

/** Cancels an open order. Does nothing to orders in other states. */
export const cancelOrder = (ctx: UserContext, id: OrderId) => markOrderCanceled(ctx.db, ctx.viewer, id)
