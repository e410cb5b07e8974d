import { handleClaimResult } from '#features/payments/claims/handle-claim-result.ts'
import { applyVerdict } from '#features/payments/ledger/apply-verdict.ts'
import { updateReceiptCode } from '#features/payments/ledger/ledger-queries.ts'
import { cardProviders } from '#features/payments/providers/card-account.ts'
import { readStkCallback, type StkCallback } from '#features/payments/providers/mpesa/read-callback.ts'
import { classifyResultCode } from '#features/payments/providers/mpesa/result-codes.ts'
import type { ProviderQuery } from '#features/payments/providers/query-provider.ts'
import type { Verdict } from '#features/payments/providers/verdict.ts'
import {
  type Attempt,
  type InboxEvent,
  markAttemptUnconfirmed,
  selectAttempt,
  updateCallbackReport,
  updateCheckoutIds,
} from '#features/payments/queries.ts'
import { handleReversalResult } from '#features/payments/refunds/handle-refund.ts'
import type { Context } from '#platform/context.ts'
import { violatedUniqueConstraint } from '#platform/database/db-errors.ts'
import { handleWebhook } from './handle-webhook.ts'

const CONFIRM_MS = 10_000

/** Handles an inbox event. Queries the provider, because the event itself proves nothing. Returns an outcome code. */
export async function handleEvent(ctx: Context, event: InboxEvent, queryProvider: ProviderQuery): Promise<string> {
  const { provider, raw, headers } = event
  if (provider !== 'mpesa') return handleWebhook(ctx, event, cardProviders[provider].readEvent(raw), queryProvider)
  const { 'x-refund': refund, 'x-claim': claim } = headers
  if (refund) return handleReversalResult(ctx, refund, raw)
  if (claim) return handleClaimResult(ctx, claim, raw)
  const attempt = event.attemptId ? await selectAttempt(ctx.db, event.attemptId) : undefined
  return attempt ? handleCallback(ctx, event, attempt, queryProvider) : 'not-ours'
}

/**
 * Returns the attempt if the callback is about its checkout. Stores the checkout id if the response to the M-Pesa STK
 * push was lost.
 */
async function matchAttempt(ctx: Context, attempt: Attempt, callback: StkCallback): Promise<Attempt | undefined> {
  if (attempt.checkoutRequestId === callback.checkoutRequestId) return attempt
  if (attempt.checkoutRequestId !== null) return undefined
  try {
    await updateCheckoutIds(ctx.db, attempt.id, callback)
    return { ...attempt, checkoutRequestId: callback.checkoutRequestId }
  } catch (error) {
    if (violatedUniqueConstraint(error) === undefined) throw error
    return undefined
  }
}

async function handleCallback(
  ctx: Context,
  event: InboxEvent,
  targetAttempt: Attempt,
  queryProvider: ProviderQuery,
): Promise<string> {
  const alert = (what: string) => {
    ctx.log.info('payment-alert', { what, attempt: targetAttempt.id, inbox: event.id })
    return what
  }
  const callback = readStkCallback(event.raw)
  if (!callback) return alert('unreadable-callback')
  const attempt = await matchAttempt(ctx, targetAttempt, callback)
  if (!attempt) return alert('callback-of-another-checkout')
  if (attempt.state === 'paid') {
    if (callback.receiptCode) await updateReceiptCode(ctx.db, callback.checkoutRequestId, callback.receiptCode)
    return 'already-settled'
  }
  const verdict = await queryProvider(attempt)
  const reportedResult = classifyResultCode(callback.resultCode)
  if (contradicts(reportedResult, verdict)) alert('callback-contradicted')
  if (verdict.is !== 'pending' && verdict.is !== 'silent') return applyVerdict(ctx, attempt, verdict, callback)
  const nextCheckAt = new Date(ctx.now.getTime() + CONFIRM_MS)
  if (reportedResult.is !== 'success') {
    await markAttemptUnconfirmed(
      ctx.db,
      attempt.id,
      reportedResult.is === 'ended' ? reportedResult.code : null,
      nextCheckAt,
    )
    return 'unconfirmed'
  }
  const report = {
    amountMinor: callback.amountMinor === null ? null : String(callback.amountMinor),
    receiptCode: callback.receiptCode,
    listed: event.headers['x-listed'] === 'yes',
  }
  await updateCallbackReport(ctx.db, attempt.id, report, ctx.now, nextCheckAt)
  return 'confirming'
}

const contradicts = (reportedResult: ReturnType<typeof classifyResultCode>, verdict: Verdict) =>
  (reportedResult.is === 'success' && verdict.is === 'ended') ||
  (reportedResult.is === 'ended' && verdict.is === 'paid')
