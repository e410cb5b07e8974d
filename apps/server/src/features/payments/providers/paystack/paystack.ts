import type { CardProvider } from '#features/payments/providers/card-provider.ts'
import { openPaystackPage, type PaystackSettings, queryPaystack } from './paystack-client.ts'
import { listPaystackRefunds, refundPaystack } from './paystack-refunds.ts'
import { isFromPaystack, readPaystackEvent } from './read-event.ts'

/** Paystack finds transactions by our reference alone. */
export const paystack: CardProvider<PaystackSettings> = {
  signatureHeader: 'x-paystack-signature',
  isQueriedByReference: true,
  readEvent: readPaystackEvent,
  at: (settings) => ({
    name: 'paystack',
    hasSent: (raw, signature) => isFromPaystack(settings, raw, signature),
    openPage: (checkout) => openPaystackPage(settings, checkout),
    ask: ({ reference }) => queryPaystack(settings, reference),
    listRefunds: ({ reference }) => listPaystackRefunds(settings, reference),
    refund: ({ reference }, { amountMinor }) => refundPaystack(settings, { reference, amountMinor }),
  }),
}
