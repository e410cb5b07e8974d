import { DAY_MS } from '@pawtrait/contract/durations.ts'
import { creditPayment } from '#features/payments/ledger/credit-payment.ts'
import { updateInboxEventNote } from '#features/payments/ledger/payment-queue-queries.ts'
import { formatNairobiDate } from '#features/payments/receipts/format-money.ts'
import { parseReceiptNumber } from '#features/payments/receipts/show-receipt.ts'
import { readFirstUse } from '#features/premium/grant-period.ts'
import type { Context } from '#platform/context.ts'
import { newId } from '#platform/database/id.ts'
import { Problem } from '#platform/problem.ts'
import { refundPayment } from './refund-payment.ts'
import {
  lockOrInsertRefund,
  type RefundablePayment,
  selectRefundableById,
  selectRefundableByReceipt,
} from './refund-queries.ts'

const REFUND_PERIOD_DAYS = 14

const isId = (name: string) => /^[0-9a-f-]{36}$/.test(name)

/** Finds a payment by receipt number or id in the queue. @throws Problem 'not-found' for an unknown number or id */
export async function findPayment(ctx: Context, name: string): Promise<RefundablePayment> {
  const { livemode, no } = parseReceiptNumber(name)
  const payment = /^(PT|TEST)-\d{6,9}$/.test(name)
    ? await selectRefundableByReceipt(ctx.db, livemode, no)
    : isId(name)
      ? await selectRefundableById(ctx.db, name)
      : undefined
  if (!payment) throw new Problem('not-found', `There is no receipt or queue line "${name}".`)
  return payment
}

/** Returns whether the 14 days for requesting a refund are over. */
export const isRefundPeriodOver = ({ paidAt }: Pick<RefundablePayment, 'paidAt'>, now: Date) =>
  now.getTime() - Date.parse(paidAt) > REFUND_PERIOD_DAYS * DAY_MS

async function findRefusalReasons({ db, now }: Context, { orderId, paidAt }: RefundablePayment): Promise<string[]> {
  const { firstFeedAt, firstHideAt } = await readFirstUse(db, orderId)
  return [
    isRefundPeriodOver({ paidAt }, now) && `The payment is more than ${REFUND_PERIOD_DAYS} days old.`,
    firstFeedAt && `Premium was used: it showed more posts than the free limit on ${formatNairobiDate(firstFeedAt)}.`,
    firstHideAt && `Premium was used: it hid posts on ${formatNairobiDate(firstHideAt)}.`,
  ].filter((reason): reason is string => typeof reason === 'string')
}

/** Amount to refund: all of the payment that was not yet returned. */
export type StartedRefund = { amountMinor: bigint; currency: string }

const computeRemainder = ({ amountMinor, creditedMinor }: RefundablePayment) =>
  BigInt(amountMinor) - BigInt(creditedMinor)

/**
 * Starts a refund; a job of the running server executes it. `anyway` ignores the 14 days and the use of Premium.
 * @throws Problem 'not-found'; 'conflict' after an earlier refund or use of Premium, during a dispute or after a lost
 * one, or more than 14 days after the payment
 */
export async function startRefund(ctx: Context, name: string, reason: string, anyway: boolean): Promise<StartedRefund> {
  const payment = await findPayment(ctx, name)
  const state = payment.refund?.state
  if (state === 'done' || state === 'sent')
    throw new Problem('conflict', `The refund of this payment is already ${state === 'done' ? 'done' : 'in progress'}.`)
  if (computeRemainder(payment) === 0n) throw new Problem('conflict', 'This payment was already refunded.')
  if (payment.isTaken) throw new Problem('conflict', 'The payer’s bank already reversed this payment.')
  // After a lost dispute, the bank would return the money a second time.
  if (payment.isDisputed)
    throw new Problem('conflict', 'The payer disputes this payment at the bank. Wait until the dispute is decided.')
  const reasons = payment.disposition === 'applied' && !anyway ? await findRefusalReasons(ctx, payment) : []
  if (reasons.length > 0) throw new Problem('conflict', `${reasons.join(' ')} To refund it anyway, add --anyway.`)
  await ctx.transaction(async ({ db, job }) => {
    await lockOrInsertRefund(db, { ...payment, id: newId(ctx.now), reason, now: ctx.now })
    await job('return-money', { payment: payment.payment, reason })
  })
  return { amountMinor: computeRemainder(payment), currency: payment.currency }
}

/**
 * Records a manual refund, or a note on an unknown payment's event. `name`: receipt number, payment or event id.
 * @throws Problem 'not-found' for an unknown `name`
 */
export async function recordManualRefund(ctx: Context, name: string, note: string) {
  if (isId(name) && (await updateInboxEventNote(ctx.db, name, note))) return
  const payment = await findPayment(ctx, name)
  const refund = await lockOrInsertRefund(ctx.db, { ...payment, id: newId(ctx.now), reason: 'by hand', now: ctx.now })
  if (refund) await creditPayment(ctx, payment, [{ key: `refund ${refund.id}`, amountMinor: null }], note)
}

/** Job that `startRefund` enqueues. If the job runs twice, the payment is refunded only once. */
export async function executeRefund(ctx: Context, { payment, reason }: { payment: string; reason: string }) {
  const refundable = await selectRefundableById(ctx.db, payment)
  if (!refundable || refundable.refund?.state === 'done' || refundable.refund?.state === 'sent') return
  await refundPayment(ctx, refundable, reason)
}
