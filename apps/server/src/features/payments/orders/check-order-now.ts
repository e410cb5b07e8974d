import type { OrderId } from '@pawtrait/contract/ids.ts'
import { paths } from '@pawtrait/contract/paths.ts'
import { makeCardAttemptsDue, selectOrderByCardReference } from '#features/payments/queries.ts'
import type { Context, UserContext } from '#platform/context.ts'
import { tryCountAttempt } from '#platform/security/throttle.ts'
import { requireOwnOrder } from './start-attempt.ts'

const PAUSE_SECONDS = 3

/** Queries the card provider about an order at most once in three seconds. Clients cannot trigger M-Pesa queries. */
async function checkSoon(ctx: Context, order: OrderId) {
  const limit = { key: `payment-check:${order}`, most: 1, seconds: PAUSE_SECONDS }
  if (!(await tryCountAttempt(ctx, [limit]))) return
  await ctx.transaction(async ({ db, job }) => {
    const due = await makeCardAttemptsDue(db, order, ctx.now, PAUSE_SECONDS)
    if (due.length > 0) await job('check-payments', {})
  })
}

/** Enqueues a query to the card provider about an order. @throws Problem 'not-found' for another user's order */
export async function checkOrderNow(ctx: UserContext, id: OrderId) {
  await requireOwnOrder(ctx, id)
  await checkSoon(ctx, id)
}

/** Returns the path to which a payer who left the card page is redirected. The reference proves no payment. */
export async function findCardReturnPath(ctx: Context, reference: string): Promise<string> {
  const found = await selectOrderByCardReference(ctx.db, reference)
  if (!found) return paths.premium
  await checkSoon(ctx, found.orderId)
  return `${paths.premium}?order=${found.orderId}`
}
