import type { AttemptId } from '@pawtrait/contract/ids.ts'
import { endPurchasedPeriod } from '#features/payments/ledger/end-purchased-period.ts'
import type { DisputeState } from '#features/payments/providers/verdict.ts'
import type { Context } from '#platform/context.ts'
import {
  type DisputedAttempt,
  lockDisputedAttempt,
  markOrderDisputed,
  markRefundDoneByDispute,
  updateAttemptDispute,
} from './dispute-queries.ts'

/** Returns whether a reported state replaces the known one. Events come in any order; decided disputes never reopen. */
const isNews = (known: DisputeState | null, reported: DisputeState) =>
  known === null || (known === 'open' && reported !== 'open') || (known === 'won' && reported === 'lost')

/**
 * Records a chargeback before or after settlement, under the locks that settlement takes. A lost chargeback ends only
 * the Premium period of its payment.
 */
export async function recordDispute(ctx: Context, attempt: AttemptId, reported: DisputeState): Promise<void> {
  const recorded = await ctx.transaction(async ({ db, live }) => {
    const found = await lockDisputedAttempt(db, attempt)
    if (!found || !isNews(found.dispute, reported)) return undefined
    await updateAttemptDispute(db, attempt, reported, ctx.now)
    if (found.disposition === 'applied') {
      await markOrderDisputed(db, found.orderId, ctx.now)
      if (reported === 'lost') await endPurchasedPeriod(db, found.orderId, ctx.now)
    } else if (found.payment && reported === 'lost') await markRefundDoneByDispute(db, found.payment, ctx.now)
    if (found.userId) await live([found.userId], { type: 'order', orderId: found.orderId })
    return found
  })
  if (recorded) logDispute(ctx, recorded, reported)
}

const alerts = { open: 'dispute', won: 'dispute-won', lost: 'dispute-lost' } as const

function logDispute({ log }: Context, { orderId, disposition }: DisputedAttempt, reported: DisputeState) {
  log.info('payment-alert', { what: alerts[reported], order: orderId, payment: disposition ?? 'not-settled' })
}
