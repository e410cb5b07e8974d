import type { OrderId } from '@pawtrait/contract/ids.ts'
import {
  type AttemptFailureReason,
  type Order,
  type PaymentAttempt,
  promptIntervalSeconds,
  promptTimeoutSeconds,
} from '@pawtrait/contract/payments/payments.ts'
import { toPlan } from '#features/premium/view.ts'
import type { UserContext } from '#platform/context.ts'
import { type AttemptRow, selectWaitingOrder } from './orders/order-queries.ts'
import { requireOwnOrder } from './orders/start-attempt.ts'
import { findFailureReason } from './providers/mpesa/result-codes.ts'
import { formatMaskedCard } from './receipts/masked-card.ts'
import { formatReceiptNumber } from './receipts/receipt-snapshot.ts'

/** Failure reasons for the app's own result codes. The reasons for M-Pesa's codes are in `result-codes.ts`. */
const appFailureReasons: Record<string, AttemptFailureReason> = {
  'wrong-number': 'wrong-number',
  'not-available': 'not-available',
  busy: 'busy',
  declined: 'declined',
  'card-no-funds': 'card-no-funds',
  'bank-silent': 'bank-silent',
  'card-not-approved': 'card-not-approved',
  abandoned: 'abandoned',
  returned: 'returned',
  canceled: 'canceled',
  expired: 'timed-out',
}

const toFailureReason = (code: string): AttemptFailureReason | null =>
  appFailureReasons[code] ?? findFailureReason(code) ?? null

const openStates = new Set(['created', 'submitting', 'pending'])
const endedStates = new Set(['failed', 'canceled', 'expired'])

export function toPaymentAttempt(row: AttemptRow, now: Date): PaymentAttempt {
  const isMpesa = row.provider === 'mpesa'
  const after = (seconds: number) => new Date(Date.parse(row.createdAt) + seconds * 1000)
  const retryTime = after(promptIntervalSeconds)
  const isPromptSent = row.resultCode !== 'wrong-number' && row.resultCode !== 'not-available'
  return {
    id: row.id,
    method: isMpesa ? 'mpesa' : 'card',
    state: row.state,
    reason: endedStates.has(row.state) ? toFailureReason(row.resultCode ?? '') : null,
    confirming: row.reportedAt !== null && (row.state === 'pending' || row.state === 'unknown'),
    phoneEnd: row.phoneEnd,
    reference: row.reference,
    checkoutUrl: row.state === 'pending' ? row.checkoutUrl : null,
    cardUnused: !isMpesa && row.state === 'pending' && row.resultCode === 'abandoned',
    cardEnd: /\d{4}$/.exec(row.card ?? '')?.[0] ?? null,
    startedAt: row.createdAt,
    promptUntil: isMpesa && openStates.has(row.state) ? after(promptTimeoutSeconds).toISOString() : null,
    retryAt: isMpesa && isPromptSent && row.state !== 'paid' && retryTime > now ? retryTime.toISOString() : null,
  }
}

/** Returns an order of the viewer. @throws Problem 'not-found' for another user's order */
export async function showOrder(ctx: UserContext, id: OrderId): Promise<Order> {
  const row = await requireOwnOrder(ctx, id)
  return {
    id: row.id,
    state: row.state,
    price: { amountMinor: Number(row.amountMinor), currency: row.currency },
    plan: toPlan({
      code: row.planCode,
      period: row.planPeriod,
      priceMinor: row.planPriceMinor,
      currency: row.currency,
    }),
    attempt: row.attempt && toPaymentAttempt(row.attempt, ctx.now),
    receipt: row.receiptNo === null ? null : formatReceiptNumber(row.receiptNo, row.livemode),
    premiumUntil: row.premiumUntil,
    methodDetail: row.attempt?.provider === 'mpesa' ? row.methodDetail : formatMaskedCard(row.methodDetail),
    refundDue: row.refundDue,
    livemode: row.livemode,
    createdAt: row.createdAt,
  }
}

export async function showWaitingOrder(ctx: UserContext): Promise<{ order: Order | null }> {
  const waiting = await selectWaitingOrder(ctx.db, ctx.viewer, ctx.now)
  return { order: waiting ? await showOrder(ctx, waiting.id) : null }
}
