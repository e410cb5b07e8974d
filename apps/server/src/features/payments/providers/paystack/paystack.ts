import type { CardProvider } from '#features/payments/providers/card-provider.ts'
import { openPaystack, type Settings, verifyPaystack } from './paystack-client.ts'
import { listPaystackRefunds, refundPaystack } from './paystack-refunds.ts'
import { isFromPaystack, readPaystackEvent } from './read-event.ts'

/** Paystack identifies transactions by our reference alone. */
export const paystack: CardProvider<Settings> = {
  signatureHeader: 'x-paystack-signature',
  isQueriedByReference: true,
  readEvent: readPaystackEvent,
  at: (settings) => ({
    name: 'paystack',
    hasSent: (raw, signature) => isFromPaystack(settings, raw, signature),
    openPage: (checkout) => openPaystack(settings, checkout),
    ask: ({ reference }) => verifyPaystack(settings, reference),
    listRefunds: ({ reference }) => listPaystackRefunds(settings, reference),
    refund: ({ reference }, { amountMinor }) => refundPaystack(settings, { reference, amountMinor }),
  }),
}
