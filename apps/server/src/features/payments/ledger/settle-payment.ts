import type { AttemptId, OrderId, PaymentId, UserId } from '@pawtrait/contract/ids.ts'
import { markAttemptDisputed, markAttemptReturned } from '#features/payments/disputes/dispute-queries.ts'
import { addReceiptDocument } from '#features/payments/fiscal/add-documents.ts'
import { buildReceiptSnapshot } from '#features/payments/receipts/receipt-snapshot.ts'
import { grantPeriod } from '#features/premium/grant-period.ts'
import type { Context, Tx } from '#platform/context.ts'
import { violatedUniqueConstraint } from '#platform/database/db-errors.ts'
import { newId } from '#platform/database/id.ts'
import { Problem } from '#platform/problem.ts'
import {
  allocateReceiptNumber,
  hasAppliedPayment,
  insertPayment,
  insertReceipt,
  insertRefund,
  type LockedAttempt,
  lockAttempt,
  markAttemptPaid,
  updateOrderState,
  updateReceiptCode,
} from './ledger-queries.ts'

export type ConfirmedPayment = {
  attempt: AttemptId
  /** Id of the transaction, as in `payments.providerTxnId`. */
  providerTxnId: string
  amountMinor: bigint
  currency: string
  livemode: boolean
  receiptCode: string | null
  /** Payment method, such as "Visa 4081". */
  method: string | null
  confirmedBy: 'query' | 'callback' | 'operator'
  /** True if the M-Pesa code is the only proof of payment. Then it must not belong to another payment. */
  codeIsProof?: boolean
}

export type SettleOutcome =
  | 'applied'
  | 'duplicate'
  | 'mismatch'
  | 'already-settled'
  | 'no-such-attempt'
  /** Paid, but disputed by the payer's bank. Premium starts only if the merchant wins. */
  | 'disputed'
  /** Paid, but the money was returned to the payer. */
  | 'returned'

/** Thrown to roll back, because another transaction has already settled this payment. */
class AlreadySettledError extends Error {}

/**
 * Writes a confirmed payment into the ledger and grants the purchase, in one transaction. Idempotent: callbacks,
 * queries and recovery may call it concurrently, and again after a crash. A later call may add the M-Pesa code.
 * @throws Problem 'conflict' if another payment has the M-Pesa code, and an operator typed the code or it is the only
 * proof of payment
 */
export async function settlePayment(ctx: Context, paid: ConfirmedPayment): Promise<SettleOutcome> {
  try {
    return await ctx.transaction((tx) => settle(ctx, tx, paid))
  } catch (error) {
    if (violatedUniqueConstraint(error) === 'payments_receipt_code') {
      // A mistyped code may belong to another payment.
      if (paid.codeIsProof || paid.confirmedBy === 'operator')
        throw new Problem(
          'conflict',
          `The code "${paid.receiptCode}" already belongs to another payment: check the code.`,
        )
      ctx.log.info('payment-alert', { what: 'receipt-code-twice', attempt: paid.attempt })
      return settlePayment(ctx, { ...paid, receiptCode: null })
    }
    if (!(error instanceof AlreadySettledError)) throw error
    if (paid.receiptCode) await updateReceiptCode(ctx.db, paid.providerTxnId, paid.receiptCode)
    return 'already-settled'
  }
}

function chooseDisposition(attempt: LockedAttempt, paid: ConfirmedPayment, hasApplied: boolean) {
  const matchesOrder =
    BigInt(attempt.amountMinor) === paid.amountMinor &&
    attempt.currency === paid.currency &&
    attempt.livemode === paid.livemode
  // The app refunds a payment of an erased account, because the account cannot receive Premium.
  if (!matchesOrder || attempt.userId === null) return 'mismatch'
  return hasApplied ? 'duplicate' : 'applied'
}

async function settle(ctx: Context, tx: Tx, paid: ConfirmedPayment): Promise<SettleOutcome> {
  const attempt = await lockAttempt(tx.db, paid.attempt)
  if (!attempt) return 'no-such-attempt'
  if (attempt.state !== 'paid' && (attempt.dispute === 'open' || attempt.dispute === 'lost'))
    return withholdPayment(ctx, tx, paid.attempt, attempt)
  const disposition = chooseDisposition(attempt, paid, await hasAppliedPayment(tx.db, attempt.orderId))
  const payment = newId<PaymentId>(ctx.now)
  const isInserted = await insertPayment(tx.db, {
    ...paid,
    id: payment,
    order: attempt.orderId,
    provider: attempt.provider,
    disposition,
    now: ctx.now,
  })
  if (!isInserted) throw new AlreadySettledError()
  await markAttemptPaid(tx.db, paid.attempt)
  if (disposition === 'applied' && attempt.userId !== null)
    await applyPayment(ctx, tx, { ...attempt, userId: attempt.userId }, payment)
  else {
    await insertRefund(tx.db, {
      id: newId(ctx.now),
      payment,
      amountMinor: paid.amountMinor,
      reason: disposition,
      livemode: paid.livemode,
      now: ctx.now,
    })
    ctx.log.info('payment-alert', { what: disposition, order: attempt.orderId, payment })
  }
  if (attempt.userId !== null) await tx.live([attempt.userId], { type: 'order', orderId: attempt.orderId })
  return disposition
}

async function withholdPayment(
  ctx: Context,
  { db, live }: Tx,
  attempt: AttemptId,
  locked: LockedAttempt,
): Promise<SettleOutcome> {
  if (locked.dispute === 'lost') {
    const isChanged = await markAttemptReturned(db, attempt)
    if (isChanged && locked.userId !== null) await live([locked.userId], { type: 'order', orderId: locked.orderId })
    return 'returned'
  }
  if (await markAttemptDisputed(db, attempt)) ctx.log.info('payment-alert', { what: 'disputed-before-grant', attempt })
  return 'disputed'
}

type ApplicableAttempt = LockedAttempt & { userId: UserId; orderId: OrderId }

async function applyPayment(ctx: Context, tx: Tx, order: ApplicableAttempt, payment: PaymentId) {
  const { userId, planId, orderId, livemode } = order
  const period = await grantPeriod(tx.db, { user: userId, plan: planId, order: orderId, livemode, now: ctx.now })
  const no = await allocateReceiptNumber(tx.db, livemode)
  const snapshot = buildReceiptSnapshot(ctx.config.payments, order, period)
  const receipt = { id: newId<string>(ctx.now), no, payment, snapshot, livemode, now: ctx.now }
  await insertReceipt(tx.db, receipt)
  await addReceiptDocument(tx.db, receipt)
  await updateOrderState(tx.db, orderId, 'fulfilled')
  await tx.job('tell-payment', { payment })
}
