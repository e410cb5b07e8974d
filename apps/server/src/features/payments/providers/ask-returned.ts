import type { Refundable } from '#features/payments/refunds/refund-queries.ts'
import type { Context } from '#platform/context.ts'
import { listPaystackRefunds } from './paystack/paystack-refunds.ts'
import { listStripeRefunds } from './stripe/stripe-refunds.ts'
import type { Returned } from './verdict.ts'

type Taken = Pick<Refundable, 'provider' | 'reference' | 'providerTxnId' | 'livemode'>

/** Whether this instance can ask who took a payment what went back of it. M-Pesa tells by itself, once. */
export const canAskReturned = ({ config }: Pick<Context, 'config'>, { provider, livemode }: Taken): boolean =>
  config.payments.card?.provider === provider && config.payments.livemode === livemode

/** What has gone back of a card's payment, as its provider lists it; undefined: no clear answer. */
export async function askReturned(ctx: Pick<Context, 'config'>, payment: Taken): Promise<Returned[] | undefined> {
  const { card } = ctx.config.payments
  if (!card || !canAskReturned(ctx, payment)) return undefined
  return card.provider === 'paystack'
    ? listPaystackRefunds(card, payment.reference)
    : listStripeRefunds(card, payment.providerTxnId)
}
