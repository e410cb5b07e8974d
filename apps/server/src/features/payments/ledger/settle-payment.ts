import type { AttemptId, OrderId, PaymentId, UserId } from '@pawtrait/contract/ids.ts'
import { updateAttemptHeld, updateAttemptReturned } from '#features/payments/disputes/dispute-queries.ts'
import { fileReceipt } from '#features/payments/fiscal/file-documents.ts'
import { receiptSnapshot } from '#features/payments/receipts/write-receipt.ts'
import { grantPeriod } from '#features/premium/grant-period.ts'
import type { Context, Tx } from '#platform/context.ts'
import { brokenUnique } from '#platform/database/db-errors.ts'
import { newId } from '#platform/database/id.ts'
import { Problem } from '#platform/problem.ts'
import {
  insertPayment,
  insertReceipt,
  insertRefund,
  type LockedAttempt,
  lockAttempt,
  nextReceiptNo,
  selectHasApplied,
  updateAttemptPaid,
  updateOrderState,
  updateReceiptCode,
} from './ledger-queries.ts'

/** What a provider has confirmed about an attempt. */
export type ConfirmedPayment = {
  attempt: AttemptId
  /** What the provider's verdict calls it; of M-Pesa the CheckoutRequestID. */
  providerTxnId: string
  amountMinor: bigint
  currency: string
  livemode: boolean
  /** M-Pesa's code, when it is known. */
  receiptCode: string | null
  /** "Visa 4081" */
  method: string | null
  confirmedBy: 'query' | 'callback' | 'operator'
  /** Nothing but the code shows that this was paid: a code of another payment shows nothing. */
  codeIsProof?: boolean
}

export type Settled =
  | 'applied'
  | 'duplicate'
  | 'mismatch'
  | 'already-settled'
  | 'no-such-attempt'
  /** Paid, and its payer's bank has taken it up: nothing is granted until that is decided. */
  | 'disputed'
  /** Paid, and the bank has taken it back. */
  | 'returned'

/** Rolls a transaction back whose payment another one has settled. */
class AlreadySettled extends Error {}

/**
 * Writes a confirmed payment into the ledger and grants what it bought: one transaction, which may be run any number
 * of times by callback, poller and recovery, at once, and be killed anywhere. The provider has been asked before.
 * A later report may bring the receipt code.   @see payments.md §3.3
 * @throws Problem 'conflict' when a code is the proof, or an operator's word, and another payment has it.
 */
export async function settlePayment(ctx: Context, paid: ConfirmedPayment): Promise<Settled> {
  try {
    return await ctx.transaction((tx) => settle(ctx, tx, paid))
  } catch (error) {
    if (brokenUnique(error) === 'payments_receipt_code') {
      // A person may have been told somebody else's code; it has bought what it bought.
      if (paid.codeIsProof || paid.confirmedBy === 'operator')
        throw new Problem('conflict', `The code "${paid.receiptCode}" stands for another payment already.`)
      ctx.log.info('payment-alert', { what: 'receipt-code-twice', attempt: paid.attempt })
      return settlePayment(ctx, { ...paid, receiptCode: null })
    }
    if (!(error instanceof AlreadySettled)) throw error
    if (paid.receiptCode) await updateReceiptCode(ctx.db, paid.providerTxnId, paid.receiptCode)
    return 'already-settled'
  }
}

function dispositionOf(attempt: LockedAttempt, paid: ConfirmedPayment, hasApplied: boolean) {
  const same =
    BigInt(attempt.amountMinor) === paid.amountMinor &&
    attempt.currency === paid.currency &&
    attempt.livemode === paid.livemode
  // An account that is gone cannot be given anything: the money goes back.
  if (!same || attempt.userId === null) return 'mismatch'
  return hasApplied ? 'duplicate' : 'applied'
}

async function settle(ctx: Context, tx: Tx, paid: ConfirmedPayment): Promise<Settled> {
  const attempt = await lockAttempt(tx.db, paid.attempt)
  if (!attempt) return 'no-such-attempt'
  if (attempt.state !== 'paid' && (attempt.dispute === 'open' || attempt.dispute === 'lost'))
    return withhold(ctx, tx, paid.attempt, attempt)
  const disposition = dispositionOf(attempt, paid, await selectHasApplied(tx.db, attempt.orderId))
  const payment = newId<PaymentId>(ctx.now)
  const added = await insertPayment(tx.db, {
    ...paid,
    id: payment,
    order: attempt.orderId,
    provider: attempt.provider,
    disposition,
    now: ctx.now,
  })
  if (!added) throw new AlreadySettled()
  await updateAttemptPaid(tx.db, paid.attempt)
  if (disposition === 'applied' && attempt.userId !== null)
    await apply(ctx, tx, { ...attempt, userId: attempt.userId }, payment)
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

async function withhold(ctx: Context, { db, live }: Tx, attempt: AttemptId, of: LockedAttempt): Promise<Settled> {
  if (of.dispute === 'lost') {
    const isNews = await updateAttemptReturned(db, attempt)
    if (isNews && of.userId !== null) await live([of.userId], { type: 'order', orderId: of.orderId })
    return 'returned'
  }
  if (await updateAttemptHeld(db, attempt)) ctx.log.info('payment-alert', { what: 'disputed-before-grant', attempt })
  return 'disputed'
}

type Applied = LockedAttempt & { userId: UserId; orderId: OrderId }

async function apply(ctx: Context, tx: Tx, order: Applied, payment: PaymentId) {
  const { userId, planId, orderId, livemode } = order
  const period = await grantPeriod(tx.db, { user: userId, plan: planId, order: orderId, livemode, now: ctx.now })
  const no = await nextReceiptNo(tx.db, livemode)
  const snapshot = receiptSnapshot(ctx.config.payments, order, period)
  const receipt = { id: newId<string>(ctx.now), no, payment, snapshot, livemode, now: ctx.now }
  await insertReceipt(tx.db, receipt)
  await fileReceipt(tx.db, receipt)
  await updateOrderState(tx.db, orderId, 'fulfilled')
  await tx.job('tell-payment', { payment })
}
