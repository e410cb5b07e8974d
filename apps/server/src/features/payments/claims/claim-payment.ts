import type { OrderId } from '@pawtrait/contract/ids.ts'
import type { PaymentClaim } from '@pawtrait/contract/payments/payment-claims.ts'
import { lockOrder } from '#features/payments/orders/order-queries.ts'
import { requirePaymentSettings } from '#features/payments/orders/require-payments.ts'
import { requireOwnOrder } from '#features/payments/orders/start-attempt.ts'
import type { UserContext } from '#platform/context.ts'
import { newId } from '#platform/database/id.ts'
import { Problem } from '#platform/problem.ts'
import { getNetworks } from '#platform/security/network.ts'
import { countAttempt } from '#platform/security/throttle.ts'
import {
  type ClaimRow,
  selectClaim,
  selectClaimablePrompts,
  selectClaimByCode,
  selectClaims,
  selectOrderIdByReceiptCode,
  upsertClaim,
} from './claim-queries.ts'

const MAX_CLAIMS = 10

const toPaymentClaim = ({ code, state, reason, toldAt }: ClaimRow): PaymentClaim => ({
  code,
  state,
  reason,
  at: toldAt,
})

/** Rate limits per user and per IP address, against guessing of M-Pesa codes. */
function buildRateLimits({ secrets, viewer, ip }: UserContext) {
  const key = (what: string, value: string) => `claim-${what}:${secrets.mac(`claim-${what}`, value)}`
  const day = 24 * 60 * 60
  return [
    { key: key('user', viewer), most: 5, seconds: day },
    // This limit is high, because many households on a mobile network share one IP address.
    { key: key('address', getNetworks(ip).household), most: 60, seconds: day },
  ]
}

/**
 * Submits a claim that the M-Pesa payment with this code paid the order. The app queries M-Pesa; without a result, the
 * operator checks the claim. For a repeated code, returns the existing claim; a refused claim is checked again.
 * @throws Problem 'not-found' for another user's order; 'conflict' if the order is paid or no M-Pesa prompt was sent
 *   for it; 'too-many-requests'; 'payments-off'
 */
export async function submitPaymentClaim(ctx: UserContext, order: OrderId, code: string): Promise<PaymentClaim> {
  await requireOwnOrder(ctx, order)
  const { mpesa, livemode } = requirePaymentSettings(ctx)
  if (!mpesa) throw new Problem('payments-off', 'M-Pesa is not set up here.')
  const id = await ctx.transaction(async ({ db, job }) => {
    const locked = await lockOrder(db, order)
    if (locked?.state !== 'open' && locked?.state !== 'canceled')
      throw new Problem('conflict', 'This order is paid already.')
    if (locked.livemode !== livemode || (await selectClaimablePrompts(db, order)).length === 0)
      throw new Problem('conflict', 'No M-PESA prompt was sent for this order.')
    const existing = await selectClaimByCode(db, order, code)
    if (existing && existing.state !== 'refused') return existing.id
    await countAttempt(db, ctx.now, buildRateLimits(ctx))
    const isUsed = (await selectOrderIdByReceiptCode(db, code)) !== undefined
    const state = isUsed ? 'refused' : mpesa.reversal ? 'checking' : 'by-hand'
    const reason = isUsed ? 'used' : null
    const claimId = await upsertClaim(db, { id: newId(ctx.now), order, code, state, reason, livemode, now: ctx.now })
    if (state === 'checking') await job('ask-claim', { claim: claimId })
    if (state === 'by-hand') ctx.log.info('payment-alert', { what: 'claim-by-hand', claim: claimId })
    return claimId
  })
  const stored = await selectClaim(ctx.db, id)
  if (!stored) throw new Error('a claim was not written')
  return toPaymentClaim(stored)
}

/** Returns the newest claims of an order. @throws Problem 'not-found' for another user's order */
export async function listClaims(ctx: UserContext, order: OrderId): Promise<{ claims: PaymentClaim[] }> {
  await requireOwnOrder(ctx, order)
  return { claims: (await selectClaims(ctx.db, order, MAX_CLAIMS)).map(toPaymentClaim) }
}
