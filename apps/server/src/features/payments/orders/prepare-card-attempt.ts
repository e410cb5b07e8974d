import { randomBytes } from 'node:crypto'
import { buildCardReturnUrl } from '#features/payments/providers/callback-urls.ts'
import { getConfiguredCardAccount } from '#features/payments/providers/card-account.ts'
import { markAttemptEnded, markAttemptSent, markAttemptUnknown, selectBuyerEmail } from '#features/payments/queries.ts'
import type { UserContext } from '#platform/context.ts'
import { Problem } from '#platform/problem.ts'
import type { OrderRow } from './order-queries.ts'
import type { PreparedAttempt, StartedAttempt } from './prepared-attempt.ts'

const FIRST_CHECK_MS = 30_000

/** Prepares a payment attempt by card. The app never receives card numbers. @throws Problem 'payments-off' */
export function prepareCardAttempt(ctx: UserContext): PreparedAttempt {
  const card = getConfiguredCardAccount(ctx)
  if (!card) throw new Problem('payments-off', 'Cards are not set up here.')
  const submit = async (order: OrderRow, attempt: StartedAttempt) => {
    const result = await card.openPage({
      reference: attempt.reference,
      amountMinor: BigInt(order.amountMinor),
      currency: order.currency,
      email: await selectBuyerEmail(ctx.db, ctx.viewer),
      returnUrl: buildCardReturnUrl(ctx.config, attempt.reference),
      orderId: order.id,
      attemptId: attempt.id,
    })
    if (result.is === 'unknown') return void (await markAttemptUnknown(ctx.db, attempt.id, null))
    if (result.is === 'refused') {
      ctx.log.info('payment-alert', { what: 'card-page-refused', code: result.code })
      return void (await markAttemptEnded(ctx.db, attempt.id, 'failed', 'not-available'))
    }
    const nextCheckAt = new Date(ctx.clock.now().getTime() + FIRST_CHECK_MS)
    await markAttemptSent(ctx.db, attempt.id, { ...result, merchantRequestId: null }, nextCheckAt)
  }
  const limits = [{ key: `card-page:${ctx.secrets.mac('card-page', ctx.viewer)}`, most: 10, seconds: 600 }]
  return {
    provider: card.name,
    phoneEnd: null,
    reference: `pt-${randomBytes(12).toString('hex')}`,
    pauses: [],
    limits,
    submit,
  }
}
