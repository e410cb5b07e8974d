import { randomBytes } from 'node:crypto'
import { buildMpesaCallbackUrl, hashToken } from '#features/payments/providers/callback-urls.ts'
import { queryTransaction } from '#features/payments/providers/mpesa/mpesa-client.ts'
import type { Context } from '#platform/context.ts'
import {
  type ClaimRow,
  escalateUnansweredClaims,
  selectClaim,
  updateClaimConversation,
  updateClaimState,
  updateResultTokenHash,
} from './claim-queries.ts'

const RESULT_TIMEOUT_MS = 10 * 60_000

/** Job that queries M-Pesa about a claimed code. If it runs twice, only the result of the second query counts. */
export async function queryClaim(ctx: Context, id: string) {
  const claim = await selectClaim(ctx.db, id)
  const { mpesa } = ctx.config.payments
  if (claim?.state !== 'checking') return
  if (!mpesa) return escalateClaim(ctx, claim, 'not-configured')
  const token = randomBytes(32).toString('hex')
  if (!(await updateResultTokenHash(ctx.db, id, hashToken(token)))) return
  const resultUrl = buildMpesaCallbackUrl(ctx.config, token)
  const response = await queryTransaction(ctx, mpesa, { receiptCode: claim.code, resultUrl })
  if (response.is === 'sent' && response.id) await updateClaimConversation(ctx.db, id, response.id)
  if (response.is === 'refused') await escalateClaim(ctx, claim, response.code)
}

export async function escalateClaim(ctx: Context, claim: Pick<ClaimRow, 'id' | 'userId' | 'orderId'>, why: string) {
  await ctx.transaction(async ({ db, live }) => {
    if (!(await updateClaimState(db, claim.id, 'by-hand'))) return
    ctx.log.info('payment-alert', { what: 'claim-by-hand', claim: claim.id, why })
    if (claim.userId) await live([claim.userId], { type: 'order', orderId: claim.orderId })
  })
}

/** Escalates claims to the operator if M-Pesa sends no result within ten minutes. */
export async function sweepClaims(ctx: Context) {
  for (const claim of await escalateUnansweredClaims(ctx.db, new Date(ctx.now.getTime() - RESULT_TIMEOUT_MS))) {
    ctx.log.info('payment-alert', { what: 'claim-by-hand', claim: claim.id, why: 'silent' })
    if (claim.userId) await ctx.live.send(ctx.db, [claim.userId], { type: 'order', orderId: claim.orderId })
  }
}
