import type { PaymentClaim } from '@pawtrait/contract/payments/payment-claims.ts'
import { settlePayment } from '#features/payments/ledger/settle-payment.ts'
import { readTransactionResult, type TransactionFacts } from '#features/payments/providers/mpesa/read-transaction.ts'
import type { Context } from '#platform/context.ts'
import { Problem } from '#platform/problem.ts'
import {
  type ClaimablePrompt,
  type ClaimRow,
  hasPaymentWithoutCode,
  selectClaim,
  selectClaimablePrompts,
  selectOrderIdByReceiptCode,
  updateClaimState,
} from './claim-queries.ts'
import { escalateClaim } from './query-claim.ts'

const UNKNOWN_CODE = 'R000002'
const MAX_EARLY_MS = 5 * 60_000
const MAX_LATE_MS = 25 * 60 * 60_000

/** Handles M-Pesa's result about a claimed code, which arrives at the claim's secret URL. Returns an outcome code. */
export async function handleClaimResult(ctx: Context, id: string, raw: Buffer): Promise<string> {
  const claim = await selectClaim(ctx.db, id)
  const result = readTransactionResult(raw)
  if (claim?.state !== 'checking') return 'already-decided'
  if (!result) return 'unreadable-result'
  const { resultCode, conversationId, facts } = result
  if (claim.conversationId !== null && conversationId !== claim.conversationId) {
    ctx.log.info('payment-alert', { what: 'result-of-another-question', claim: id })
    return 'result-of-another-question'
  }
  const paidOrder = await selectOrderIdByReceiptCode(ctx.db, claim.code)
  if (paidOrder !== undefined)
    return paidOrder === claim.orderId ? markAccepted(ctx, claim, 'already-settled') : refuseClaim(ctx, claim, 'used')
  if (resultCode === UNKNOWN_CODE) return refuseClaim(ctx, claim, 'unknown-code')
  if (resultCode !== '0') return escalateToOperator(ctx, claim, resultCode)
  return matchPrompt(ctx, claim, facts)
}

/** Settles the order if the transaction matches one of its prompts. After a partial match, the operator decides. */
async function matchPrompt(ctx: Context, claim: ClaimRow, facts: TransactionFacts): Promise<string> {
  const { mpesa } = ctx.config.payments
  const isOurs = mpesa !== null && [mpesa.shortcode, mpesa.partyB].includes(facts.paidTo)
  if (facts.code !== claim.code || !isOurs || facts.status !== 'Completed' || facts.at === null)
    return refuseClaim(ctx, claim, 'does-not-fit')
  const { at } = facts
  const nearPrompts = (await selectClaimablePrompts(ctx.db, claim.orderId)).filter(({ createdAt }) =>
    isWithinPromptTime(createdAt, at),
  )
  if (nearPrompts.length === 0) return refuseClaim(ctx, claim, 'does-not-fit')
  if (facts.amountMinor !== BigInt(claim.amountMinor)) return escalateToOperator(ctx, claim, 'another-amount')
  const attempt = nearPrompts.find(({ phoneEnd }) => facts.phoneEnd === null || phoneEnd === facts.phoneEnd)
  if (!attempt) return escalateToOperator(ctx, claim, 'another-phone')
  if (await hasPaymentWithoutCode(ctx.db, facts.phoneEnd, at)) return escalateToOperator(ctx, claim, 'maybe-anothers')
  return acceptClaim(ctx, claim, attempt)
}

const isWithinPromptTime = (createdAt: string, paidAt: Date) => {
  const after = paidAt.getTime() - Date.parse(createdAt)
  return after > -MAX_EARLY_MS && after < MAX_LATE_MS
}

async function acceptClaim(ctx: Context, claim: ClaimRow, attempt: ClaimablePrompt): Promise<string> {
  try {
    const outcome = await settlePayment(ctx, {
      attempt: attempt.id,
      providerTxnId: attempt.checkoutRequestId ?? claim.code,
      amountMinor: BigInt(claim.amountMinor),
      currency: claim.currency,
      livemode: claim.livemode,
      receiptCode: claim.code,
      method: null,
      confirmedBy: 'query',
      codeIsProof: true,
    })
    return await markAccepted(ctx, claim, outcome)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return refuseClaim(ctx, claim, 'used')
  }
}

async function markAccepted(ctx: Context, claim: ClaimRow, outcome: string): Promise<string> {
  await updateClaimState(ctx.db, claim.id, 'accepted')
  return outcome
}

async function escalateToOperator(ctx: Context, claim: ClaimRow, why: string): Promise<string> {
  await escalateClaim(ctx, claim, why)
  return 'claim-by-hand'
}

async function refuseClaim(
  ctx: Context,
  claim: ClaimRow,
  reason: NonNullable<PaymentClaim['reason']>,
): Promise<string> {
  await ctx.transaction(async ({ db, live }) => {
    await updateClaimState(db, claim.id, 'refused', reason)
    if (claim.userId) await live([claim.userId], { type: 'order', orderId: claim.orderId })
  })
  return `claim-${reason}`
}
