import { randomInt } from 'node:crypto'
import { phonePauseSeconds } from '@pawtrait/contract/payments/payments.ts'
import type { PaymentSettings } from '#app/config/payment-settings.ts'
import { mpesaCallbackUrl } from '#features/payments/providers/callback-urls.ts'
import { pushPrompt } from '#features/payments/providers/mpesa/mpesa-client.ts'
import { updateAttemptEnded, updateAttemptSent, updateAttemptUnknown } from '#features/payments/queries.ts'
import type { UserContext } from '#platform/context.ts'
import { fieldProblem, Problem } from '#platform/problem.ts'
import { networksOf } from '#platform/security/network.ts'
import { forgiveAttempt } from '#platform/security/throttle.ts'
import type { AttemptStart, StartedAttempt } from './attempt-start.ts'
import type { OrderRow } from './order-queries.ts'

const FIRST_CHECK_MS = 10_000
// The times at which a prompt is asked about while somebody waits (payments.md §1.4); later ones by the minute.
const CHECKS_SECONDS = [10, 20, 30, 45, 60, 90, 120]

const LETTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ' // none that look alike on a small screen

/** A Kenyan mobile number as Daraja wants it, `2547…` or `2541…`; null when it is none (payments.md §1.2). */
function readPhone(typed: string): string | null {
  const bare = typed.replaceAll(/[\s+-]/g, '')
  const whole = /^0[71]\d{8}$/.test(bare) ? `254${bare.slice(1)}` : /^[71]\d{8}$/.test(bare) ? `254${bare}` : bare
  return /^254[71]\d{8}$/.test(whole) ? whole : null
}

/** What the payer reads on the phone as the account: letters and digits, at most 12. */
const newReference = () => `P${Array.from({ length: 9 }, () => LETTERS[randomInt(LETTERS.length)]).join('')}`

/** Prompts cost whoever holds the phone: few for a user, a phone and an address (payments.md §1.7). */
function limitsOf({ secrets, viewer, ip }: UserContext, phone: string) {
  const key = (what: string, value: string) => `push-${what}:${secrets.mac(`push-${what}`, value)}`
  const minutes = 60
  const pauses = [{ key: key('pause', phone), most: 1, seconds: phonePauseSeconds }]
  const limits = [
    { key: key('phone', phone), most: 3, seconds: 10 * minutes },
    { key: key('phone-day', phone), most: 10, seconds: 24 * 60 * minutes },
    { key: key('user', viewer), most: 3, seconds: 10 * minutes },
    { key: key('user-day', viewer), most: 20, seconds: 24 * 60 * minutes },
    // Many households of one mobile network share an address.
    { key: key('address', networksOf(ip).household), most: 30, seconds: 10 * minutes },
  ]
  return { pauses, limits }
}

/**
 * A try by M-Pesa Express.
 * @throws Problem 'validation-failed' when that is no Kenyan mobile number; 'payments-off' without M-Pesa.
 */
export function promptPhone(
  ctx: UserContext,
  { mpesa }: PaymentSettings,
  { amountMinor }: OrderRow,
  typed: string,
): AttemptStart {
  if (!mpesa) throw new Problem('payments-off', 'M-Pesa is not set up here.')
  const phone = readPhone(typed)
  if (!phone) throw fieldProblem('phone', 'invalid', 'That is not a Safaricom number. It begins with 07 or 01.')
  const { pauses, limits } = limitsOf(ctx, phone)
  const submit = async (order: OrderRow, attempt: StartedAttempt) => {
    const pushed = await pushPrompt(ctx, mpesa, {
      phone,
      amountMinor: BigInt(amountMinor),
      reference: attempt.reference,
      callbackUrl: mpesaCallbackUrl(ctx.config, attempt.callbackToken),
    })
    if (pushed.is === 'unknown') return void (await updateAttemptUnknown(ctx.db, attempt.id, null))
    if (pushed.is === 'refused') {
      if (pushed.reason === 'not-available') ctx.log.info('payment-alert', { what: 'push-refused', code: pushed.code })
      // Nothing rang: the next number may be tried at once.
      if (pushed.reason !== 'busy') await forgiveAttempt(ctx.db, pauses)
      await updateAttemptEnded(ctx.db, attempt.id, 'failed', pushed.reason)
      return
    }
    await ctx.transaction(async ({ db, job, live }) => {
      const next = new Date(ctx.clock.now().getTime() + FIRST_CHECK_MS)
      await updateAttemptSent(db, attempt.id, { ...pushed, checkoutUrl: null }, next)
      for (const seconds of CHECKS_SECONDS) await job('check-payments', {}, { startAfterSeconds: seconds })
      await live([ctx.viewer], { type: 'order', orderId: order.id })
    })
  }
  return { provider: 'mpesa', phoneEnd: phone.slice(-3), reference: newReference(), pauses, limits, submit }
}
