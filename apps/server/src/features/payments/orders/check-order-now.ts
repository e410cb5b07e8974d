import type { OrderId } from '@pawtrait/contract/ids.ts'
import { paths } from '@pawtrait/contract/paths.ts'
import { makeCardAttemptsDue, selectOrderByCardReference } from '#features/payments/queries.ts'
import type { Context, UserContext } from '#platform/context.ts'
import { tryCountAttempt } from '#platform/security/throttle.ts'
import { requireOwnOrder } from './start-attempt.ts'

const CHECK_INTERVAL_SECONDS = 3

/**
 * Enqueues a query to the card provider about an order, at most once in three seconds. Clients cannot trigger M-Pesa
 * queries.
 */
async function enqueueCheck(ctx: Context, order: OrderId) {
  const limit = { key: `payment-check:${order}`, most: 1, seconds: CHECK_INTERVAL_SECONDS }
  if (!(await tryCountAttempt(ctx, [limit]))) return
  await ctx.transaction(async ({ db, job }) => {
    const due = await makeCardAttemptsDue(db, order, ctx.now, CHECK_INTERVAL_SECONDS)
    if (due.length > 0) await job('check-payments', {})
  })
}

/** Enqueues a query to the card provider about an order. @throws Problem 'not-found' for another user's order */
export async function checkOrderNow(ctx: UserContext, id: OrderId) {
  await requireOwnOrder(ctx, id)
  await enqueueCheck(ctx, id)
}

/**
 * Returns the path to redirect a payer to after the card page. Enqueues a check of the payment, because a return with a
 * valid reference does not prove that the payer paid.
 */
export async function findCardReturnPath(ctx: Context, reference: string): Promise<string> {
  const order = await selectOrderByCardReference(ctx.db, reference)
  if (!order) return paths.premium
  await enqueueCheck(ctx, order.orderId)
  return `${paths.premium}?order=${order.orderId}`
}
