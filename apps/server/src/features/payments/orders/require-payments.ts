import type { PaymentOffer } from '@pawtrait/contract/payments/payments.ts'
import type { PaymentSettings } from '#app/config/payment-settings.ts'
import type { Context } from '#platform/context.ts'
import { Problem } from '#platform/problem.ts'

/** Returns the payment settings. @throws Problem 'payments-off' if this instance sells nothing */
export function requirePaymentSettings({ config }: Pick<Context, 'config'>): PaymentSettings {
  const { payments } = config
  if (payments.mode === 'off' || (!payments.mpesa && !payments.card))
    throw new Problem('payments-off', 'Payments are not set up here.')
  return payments
}

/** Returns this instance's payment methods, as in `/api/config`; null if the instance sells nothing. */
export const toPaymentOffer = ({ mode, livemode, mpesa, card }: PaymentSettings): PaymentOffer | null =>
  mode === 'off' || (!mpesa && !card)
    ? null
    : { livemode, simulated: mode === 'simulated', mpesa: mpesa !== null, card: card?.provider ?? null }
