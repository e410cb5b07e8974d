import type { CardProvider } from '#features/payments/providers/card-provider.ts'
import { hasValidStripeSignature, readStripeEvent, readStripeEventId } from './read-event.ts'
import { openStripePage, queryStripeCheckout, queryStripeDispute, type StripeSettings } from './stripe-client.ts'
import { findCheckoutSession, listStripeRefunds, refundStripePayment } from './stripe-refunds.ts'

/** Finds the payment intent among the keys. Disputes and dashboard refunds contain no other key. */
const findIntent = (keys: readonly string[]) => keys.find((key) => key.startsWith('pi_'))

/** Adapter for Stripe, which finds a payment by the id of its Checkout Session, not by our reference. */
export const stripe: CardProvider<StripeSettings> = {
  signatureHeader: 'stripe-signature',
  isQueriedByReference: false,
  readEvent: readStripeEvent,
  readEventId: readStripeEventId,
  createAccount: (settings) => ({
    name: 'stripe',
    verifySignature: (raw, signature, now) => hasValidStripeSignature(settings, raw, signature, now),
    openPage: (checkout) => openStripePage(settings, checkout),
    queryAttempt: async ({ checkoutRequestId: session }) =>
      session === null ? { is: 'silent' } : queryStripeCheckout(settings, session),
    listRefunds: ({ providerTxnId: session }) => listStripeRefunds(settings, session),
    refund: ({ providerTxnId: session }, refund) => refundStripePayment(settings, { session, ...refund }),
    queryDispute: async (keys) => {
      const intent = findIntent(keys)
      return intent ? queryStripeDispute(settings, intent) : undefined
    },
    findCheckout: async (keys) => {
      const intent = findIntent(keys)
      const session = intent && (await findCheckoutSession(settings, intent))
      return session ? { checkoutRequestId: session, intent } : undefined
    },
  }),
}
