import type { CardProvider } from '#features/payments/providers/card-provider.ts'
import { createPaystackCheckout, type PaystackSettings, queryPaystackTransaction } from './paystack-client.ts'
import { listPaystackRefunds, refundPaystackPayment } from './paystack-refunds.ts'
import { hasValidPaystackSignature, readPaystackEvent } from './read-event.ts'

/** Paystack finds transactions by our reference alone. */
export const paystack: CardProvider<PaystackSettings> = {
  signatureHeader: 'x-paystack-signature',
  isQueriedByReference: true,
  readEvent: readPaystackEvent,
  createAccount: (settings) => ({
    name: 'paystack',
    verifySignature: (raw, signature) => hasValidPaystackSignature(settings, raw, signature),
    openPage: (checkout) => createPaystackCheckout(settings, checkout),
    queryAttempt: ({ reference }) => queryPaystackTransaction(settings, reference),
    listRefunds: ({ reference }) => listPaystackRefunds(settings, reference),
    refund: ({ reference }, { amountMinor }) => refundPaystackPayment(settings, { reference, amountMinor }),
  }),
}
