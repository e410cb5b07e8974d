import { handleClaim } from '#features/payments/claims/handle-claim.ts'
import { applyVerdict } from '#features/payments/ledger/apply-verdict.ts'
import { updateReceiptCode } from '#features/payments/ledger/ledger-queries.ts'
import type { Ask } from '#features/payments/providers/ask-provider.ts'
import { cardProviders } from '#features/payments/providers/card-here.ts'
import { judgeResultCode } from '#features/payments/providers/mpesa/judge-result.ts'
import { readStkCallback, type StkCallback } from '#features/payments/providers/mpesa/read-callback.ts'
import type { Verdict } from '#features/payments/providers/verdict.ts'
import {
  type Attempt,
  type InboxEvent,
  selectAttempt,
  updateAttemptHeard,
  updateAttemptReported,
  updateAttemptWithCheckout,
} from '#features/payments/queries.ts'
import { handleReversal } from '#features/payments/refunds/handle-refund.ts'
import type { Context } from '#platform/context.ts'
import { brokenUnique } from '#platform/database/db-errors.ts'
import { handleWebhook } from './handle-webhook.ts'

const CONFIRM_MS = 10_000

/** Works one event of the inbox: what it says is a reason to ask the provider, never to grant or to give up. */
export async function handleEvent(ctx: Context, event: InboxEvent, ask: Ask): Promise<string> {
  const { provider, raw, headers } = event
  if (provider !== 'mpesa') return handleWebhook(ctx, event, cardProviders[provider].readEvent(raw), ask)
  const { 'x-refund': refund, 'x-claim': claim } = headers
  if (refund) return handleReversal(ctx, refund, raw)
  if (claim) return handleClaim(ctx, claim, raw)
  const attempt = event.attemptId ? await selectAttempt(ctx.db, event.attemptId) : undefined
  return attempt ? handleCallback(ctx, event, attempt, ask) : 'not-ours'
}

/** The attempt with the callback's id: its own, or adopted when the push's answer was lost. Undefined: another's. */
async function ofCallback(ctx: Context, attempt: Attempt, said: StkCallback): Promise<Attempt | undefined> {
  if (attempt.checkoutRequestId === said.checkoutRequestId) return attempt
  if (attempt.checkoutRequestId !== null) return undefined
  try {
    await updateAttemptWithCheckout(ctx.db, attempt.id, said)
    return { ...attempt, checkoutRequestId: said.checkoutRequestId }
  } catch (error) {
    if (brokenUnique(error) === undefined) throw error
    return undefined
  }
}

async function handleCallback(ctx: Context, event: InboxEvent, found: Attempt, ask: Ask): Promise<string> {
  const alert = (what: string) => {
    ctx.log.info('payment-alert', { what, attempt: found.id, inbox: event.id })
    return what
  }
  const said = readStkCallback(event.raw)
  if (!said) return alert('unreadable-callback')
  const attempt = await ofCallback(ctx, found, said)
  if (!attempt) return alert('callback-of-another-checkout')
  if (attempt.state === 'paid') {
    if (said.receiptCode) await updateReceiptCode(ctx.db, said.checkoutRequestId, said.receiptCode)
    return 'already-settled'
  }
  const verdict = await ask(attempt)
  const heard = judgeResultCode(said.resultCode)
  if (contradicts(heard, verdict)) alert('callback-contradicted')
  if (verdict.is !== 'pending' && verdict.is !== 'silent') return applyVerdict(ctx, attempt, verdict, said)
  const soon = new Date(ctx.now.getTime() + CONFIRM_MS)
  if (heard.is !== 'success') {
    await updateAttemptHeard(ctx.db, attempt.id, heard.is === 'ended' ? heard.code : null, soon)
    return 'unconfirmed'
  }
  const reported = {
    amountMinor: said.amountMinor === null ? null : String(said.amountMinor),
    receiptCode: said.receiptCode,
    listed: event.headers['x-listed'] === 'yes',
  }
  await updateAttemptReported(ctx.db, attempt.id, reported, ctx.now, soon)
  return 'confirming'
}

/** A callback says one thing and M-Pesa itself the other. */
const contradicts = (heard: ReturnType<typeof judgeResultCode>, verdict: Verdict) =>
  (heard.is === 'success' && verdict.is === 'ended') || (heard.is === 'ended' && verdict.is === 'paid')
