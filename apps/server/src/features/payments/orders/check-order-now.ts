import type { OrderId } from '@pawtrait/contract/ids.ts'
import { paths } from '@pawtrait/contract/paths.ts'
import { selectCardReturn, updateAttemptDueNow } from '#features/payments/queries.ts'
import type { Context, UserContext } from '#platform/context.ts'
import { isWithin } from '#platform/security/throttle.ts'
import { ownOrder } from './start-attempt.ts'

const PAUSE_SECONDS = 3

/**
 * Asks the card provider now instead of later, once in three seconds at most. M-Pesa is never asked at a browser's
 * bidding.
 */
async function hurry(ctx: Context, order: OrderId) {
  const once = { key: `payment-check:${order}`, most: 1, seconds: PAUSE_SECONDS }
  if (!(await isWithin(ctx, [once]))) return
  await ctx.transaction(async ({ db, job }) => {
    const due = await updateAttemptDueNow(db, order, ctx.now, PAUSE_SECONDS)
    if (due.length > 0) await job('check-payments', {})
  })
}

/** @throws Problem 'not-found' for an order that is not the viewer's. */
export async function checkOrderNow(ctx: UserContext, id: OrderId) {
  await ownOrder(ctx, id)
  await hurry(ctx, id)
}

/** Back from the card page, perhaps: the address proves nothing. Gives where to go on. */
export async function returnFromCard(ctx: Context, reference: string): Promise<string> {
  const found = await selectCardReturn(ctx.db, reference)
  if (!found) return paths.premium
  await hurry(ctx, found.orderId)
  return `${paths.premium}?order=${found.orderId}`
}
