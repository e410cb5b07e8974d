import type { AttemptId } from '@pawtrait/contract/ids.ts'
import { endPurchase } from '#features/payments/ledger/end-purchase.ts'
import type { Dispute } from '#features/payments/providers/verdict.ts'
import type { Context } from '#platform/context.ts'
import {
  type Disputed,
  lockDisputed,
  updateAttemptDispute,
  updateOrderDisputed,
  updateRefundTaken,
} from './dispute-queries.ts'

/** Events come in any order: what was decided stays decided, and lost is the last word. */
const isNews = (known: Dispute | null, said: Dispute) =>
  known === null || (known === 'open' && said !== 'open') || (known === 'won' && said === 'lost')

/**
 * A chargeback of what an attempt paid, before or after that payment was settled: settling looks at it under the same
 * lock. Lost, what this payment bought ends; what another payment of the same order bought does not.
 */
export async function recordDispute(ctx: Context, attempt: AttemptId, said: Dispute): Promise<void> {
  const noted = await ctx.transaction(async ({ db, live }) => {
    const found = await lockDisputed(db, attempt)
    if (!found || !isNews(found.dispute, said)) return undefined
    await updateAttemptDispute(db, attempt, said, ctx.now)
    if (found.disposition === 'applied') {
      await updateOrderDisputed(db, found.orderId, ctx.now)
      if (said === 'lost') await endPurchase(db, found.orderId, ctx.now)
    } else if (found.payment && said === 'lost') await updateRefundTaken(db, found.payment, ctx.now)
    if (found.userId) await live([found.userId], { type: 'order', orderId: found.orderId })
    return found
  })
  if (noted) tell(ctx, noted, said)
}

const words = { open: 'dispute', won: 'dispute-won', lost: 'dispute-lost' } as const

function tell({ log }: Context, { orderId, disposition }: Disputed, said: Dispute) {
  log.info('payment-alert', { what: words[said], order: orderId, payment: disposition ?? 'not-settled' })
}
