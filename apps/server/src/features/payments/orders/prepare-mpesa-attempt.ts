import { randomInt } from 'node:crypto'
import { promptIntervalSeconds } from '@pawtrait/contract/payments/payments.ts'
import { parseKenyanMobile } from '@pawtrait/contract/payments/phone-number.ts'
import type { PaymentSettings } from '#app/config/payment-settings.ts'
import { buildMpesaCallbackUrl } from '#features/payments/providers/callback-urls.ts'
import { sendStkPush } from '#features/payments/providers/mpesa/mpesa-client.ts'
import { markAttemptEnded, markAttemptSent, markAttemptUnknown } from '#features/payments/queries.ts'
import type { UserContext } from '#platform/context.ts'
import { fieldProblem, Problem } from '#platform/problem.ts'
import { getNetworks } from '#platform/security/network.ts'
import { subtractAttempt } from '#platform/security/throttle.ts'
import type { OrderRow } from './order-queries.ts'
import type { PreparedAttempt, StartedAttempt } from './prepared-attempt.ts'

const FIRST_CHECK_MS = 10_000
// Seconds from a prompt to each query while the buyer waits. The job `sweep-payments` makes later queries.
const CHECK_DELAYS_SECONDS = [10, 20, 30, 45, 60, 90, 120]

// Leaves out characters that look alike on a small screen.
const REFERENCE_CHARACTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

/** Returns a new account reference, which the payer sees on the phone. M-Pesa allows 12 letters and digits. */
const newReference = () =>
  `P${Array.from({ length: 9 }, () => REFERENCE_CHARACTERS[randomInt(REFERENCE_CHARACTERS.length)]).join('')}`

/** Rate limits per user, phone and IP address, because a prompt can disturb the owner of the phone. */
function buildRateLimits({ secrets, viewer, ip }: UserContext, phone: string) {
  const key = (what: string, value: string) => `push-${what}:${secrets.mac(`push-${what}`, value)}`
  const minutes = 60
  const pauses = [{ key: key('pause', phone), most: 1, seconds: promptIntervalSeconds }]
  const limits = [
    { key: key('phone', phone), most: 3, seconds: 10 * minutes },
    { key: key('phone-day', phone), most: 10, seconds: 24 * 60 * minutes },
    { key: key('user', viewer), most: 3, seconds: 10 * minutes },
    { key: key('user-day', viewer), most: 20, seconds: 24 * 60 * minutes },
    // This limit is high, because many households on a mobile network share one IP address.
    { key: key('address', getNetworks(ip).household), most: 30, seconds: 10 * minutes },
  ]
  return { pauses, limits }
}

/** Prepares a payment attempt by M-Pesa. @throws Problem 'validation-failed' for a bad phone; 'payments-off' */
export function prepareMpesaAttempt(
  ctx: UserContext,
  { mpesa }: PaymentSettings,
  { amountMinor }: OrderRow,
  typedPhone: string,
): PreparedAttempt {
  if (!mpesa) throw new Problem('payments-off', 'M-Pesa is not set up here.')
  const phone = parseKenyanMobile(typedPhone)
  if (!phone) throw fieldProblem('phone', 'invalid', 'Type a Safaricom number that begins with 07 or 01.')
  const { pauses, limits } = buildRateLimits(ctx, phone)
  const submit = async (order: OrderRow, attempt: StartedAttempt) => {
    const result = await sendStkPush(ctx, mpesa, {
      phone,
      amountMinor: BigInt(amountMinor),
      reference: attempt.reference,
      callbackUrl: buildMpesaCallbackUrl(ctx.config, attempt.callbackToken),
    })
    if (result.is === 'unknown') return void (await markAttemptUnknown(ctx.db, attempt.id, null))
    if (result.is === 'refused') {
      if (result.reason === 'not-available') ctx.log.info('payment-alert', { what: 'push-refused', code: result.code })
      // No prompt reached the phone, so the buyer may try again at once, unless the phone or M-Pesa is busy.
      if (result.reason !== 'busy') await subtractAttempt(ctx.db, pauses)
      await markAttemptEnded(ctx.db, attempt.id, 'failed', result.reason)
      return
    }
    await ctx.transaction(async ({ db, job, live }) => {
      const nextCheckAt = new Date(ctx.clock.now().getTime() + FIRST_CHECK_MS)
      await markAttemptSent(db, attempt.id, { ...result, checkoutUrl: null }, nextCheckAt)
      for (const seconds of CHECK_DELAYS_SECONDS) await job('check-payments', {}, { startAfterSeconds: seconds })
      await live([ctx.viewer], { type: 'order', orderId: order.id })
    })
  }
  return { provider: 'mpesa', phoneEnd: phone.slice(-3), reference: newReference(), pauses, limits, submit }
}
