import type { AttemptId, OrderId } from '@pawtrait/contract/ids.ts'
import type { Order, PaymentAttempt, PaymentHistoryRow, PaymentOffer } from '@pawtrait/contract/payments/payments.ts'
import type { FeedLimit, PremiumStatus } from '@pawtrait/contract/payments/premium.ts'
import { anId } from './fixtures.ts'

const price = { amountMinor: 150_000, currency: 'KES' }

export const aPlan = { code: 'premium', price, period: 'P1M' }

/** The offered payment methods: M-Pesa and card, both simulated, as on a local server. */
export const aPaymentOffer = (more: Partial<PaymentOffer> = {}): PaymentOffer => ({
  livemode: false,
  simulated: true,
  mpesa: true,
  card: 'paystack',
  ...more,
})

/** Premium status of a user who never had Premium. */
export const aPremiumStatus = (more: Partial<PremiumStatus> = {}): PremiumStatus => ({
  state: 'none',
  from: null,
  until: null,
  rightsUntil: null,
  plan: aPlan,
  mayBuy: true,
  mailsOn: null,
  nextUntil: '2026-12-21T20:59:59.000Z',
  reminder: null,
  ...more,
})

const isoAfterSeconds = (seconds: number) => new Date(new Date().getTime() + seconds * 1000).toISOString()

/** A pending M-Pesa payment attempt. The prompt was just sent to the phone of the buyer. */
export const aPaymentAttempt = (more: Partial<PaymentAttempt> = {}): PaymentAttempt => ({
  id: anId<AttemptId>(),
  method: 'mpesa',
  state: 'pending',
  reason: null,
  confirming: false,
  phoneEnd: '678',
  reference: 'PW7K3M2Q',
  checkoutUrl: null,
  cardUnused: false,
  cardEnd: null,
  startedAt: isoAfterSeconds(0),
  promptUntil: isoAfterSeconds(42),
  retryAt: isoAfterSeconds(102),
  ...more,
})

/** An order that waits for its payment. */
export const anOrder = (more: Partial<Order> = {}): Order => ({
  id: anId<OrderId>(),
  state: 'open',
  price,
  plan: aPlan,
  attempt: null,
  receipt: null,
  premiumUntil: null,
  methodDetail: null,
  refundDue: false,
  livemode: false,
  createdAt: isoAfterSeconds(0),
  ...more,
})

/** An M-Pesa payment for one month of Premium. */
export const aPayment = (more: Partial<PaymentHistoryRow> = {}): PaymentHistoryRow => ({
  id: anId<string>(),
  orderId: anId<OrderId>(),
  at: '2026-11-20T10:00:00.000Z',
  price: price,
  method: 'mpesa',
  methodDetail: 'UKK8QX0O1I',
  state: 'paid',
  receipt: 'TEST-000218',
  mayAskBack: false,
  refusal: null,
  period: { from: '2026-11-20T10:00:00.000Z', until: '2026-12-20T10:00:00.000Z' },
  livemode: false,
  ...more,
})

/** Daily feed limit of a free user, with 2 of 50 posts used. */
export const aFeedLimit = (more: Partial<FeedLimit> = {}): FeedLimit => ({
  used: 2,
  max: 50,
  resetsAt: isoAfterSeconds(3 * 3600),
  ...more,
})
