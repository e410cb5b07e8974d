import type { OrderId } from '@pawtrait/contract/ids.ts'
import type { Attempt, AttemptReason, Order } from '@pawtrait/contract/payments.ts'
import { shownPlan } from '#features/premium/view.ts'
import type { UserContext } from '#platform/context.ts'
import { type AttemptRow } from './order-rows.sql.ts'
import { ownOrder, PROMPT_MS } from './start-attempt.ts'
import { receiptNumber } from './write-receipt.ts'

/** Result codes (payments.md §1.5), and our own words where a try ended before it had one. */
const reasons: Record<string, AttemptReason> = {
  '1': 'no-funds',
  '2': 'amount-limits',
  '3': 'amount-limits',
  '4': 'daily-limit',
  '8': 'not-available',
  '17': 'too-soon',
  '26': 'busy',
  '1001': 'other-session',
  '1019': 'timed-out',
  '1025': 'not-delivered',
  '1032': 'canceled',
  '1037': 'no-answer',
  '2001': 'wrong-pin',
  '2028': 'not-available',
  SFC_IC0003: 'not-available',
  '8006': 'pin-locked',
  '9999': 'not-delivered',
  'wrong-number': 'wrong-number',
  'not-available': 'not-available',
  busy: 'busy',
  declined: 'declined',
  abandoned: 'abandoned',
  returned: 'returned',
  canceled: 'canceled',
  expired: 'timed-out',
}

const live = new Set(['created', 'submitting', 'pending'])
const ended = new Set(['failed', 'canceled', 'expired'])

/** A try as its payer sees it. */
export function shownAttempt(row: AttemptRow, now: Date): Attempt {
  const isMpesa = row.provider === 'mpesa'
  const until = new Date(Date.parse(row.createdAt) + PROMPT_MS)
  const rang = row.resultCode !== 'wrong-number' && row.resultCode !== 'not-available'
  return {
    id: row.id,
    method: isMpesa ? 'mpesa' : 'card',
    state: row.state,
    reason: ended.has(row.state) ? (reasons[row.resultCode ?? ''] ?? null) : null,
    confirming: row.reportedAt !== null && (row.state === 'pending' || row.state === 'unknown'),
    phoneEnd: row.phoneEnd,
    reference: row.reference,
    checkoutUrl: row.state === 'pending' ? row.checkoutUrl : null,
    startedAt: row.createdAt,
    promptUntil: isMpesa && live.has(row.state) ? until.toISOString() : null,
    retryAt: isMpesa && rang && row.state !== 'paid' && until > now ? until.toISOString() : null,
  }
}

/** @throws Problem 'not-found' for an order that is not the viewer's. */
export async function showOrder(ctx: UserContext, id: OrderId): Promise<Order> {
  const row = await ownOrder(ctx, id)
  return {
    id: row.id,
    state: row.state,
    price: { amountMinor: Number(row.amountMinor), currency: row.currency },
    plan: shownPlan({
      code: row.planCode,
      period: row.planPeriod,
      priceMinor: row.planPriceMinor,
      currency: row.currency,
    }),
    attempt: row.attempt && shownAttempt(row.attempt, ctx.now),
    receipt: row.receiptNo === null ? null : receiptNumber(row.receiptNo, row.livemode),
    premiumUntil: row.premiumUntil,
    refundDue: row.refundDue,
    livemode: row.livemode,
    createdAt: row.createdAt,
  }
}
