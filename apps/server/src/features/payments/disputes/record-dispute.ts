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
const replacesKnownState = (current: DisputeState | null, reported: DisputeState) =>
  current === null || (current === 'open' && reported !== 'open') || (current === 'won' && reported === 'lost')

/**
 * Records a chargeback before or after settlement, under the locks that settlement takes. A lost chargeback ends only
 * the Premium period of its payment.
 */
export async function recordDispute(ctx: Context, attempt: AttemptId, reported: DisputeState): Promise<void> {
  const disputedAttempt = await ctx.transaction(async ({ db, live }) => {
    const current = await lockDisputedAttempt(db, attempt)
    if (!current || !replacesKnownState(current.dispute, reported)) return undefined
    await updateAttemptDispute(db, attempt, reported, ctx.now)
    if (current.disposition === 'applied') {
      await markOrderDisputed(db, current.orderId, ctx.now)
      if (reported === 'lost') await endPurchasedPeriod(db, current.orderId, ctx.now)
    } else if (current.payment && reported === 'lost') await markRefundDoneByDispute(db, current.payment, ctx.now)
    if (current.userId) await live([current.userId], { type: 'order', orderId: current.orderId })
    return current
  })
  if (disputedAttempt) logDispute(ctx, disputedAttempt, reported)
}

const alertNames = { open: 'dispute', won: 'dispute-won', lost: 'dispute-lost' } as const

function logDispute({ log }: Context, { orderId, disposition }: DisputedAttempt, reported: DisputeState) {
  log.info('payment-alert', { what: alertNames[reported], order: orderId, payment: disposition ?? 'not-settled' })
}
