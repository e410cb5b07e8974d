import * as v from 'valibot'
import { defineEndpoint } from '../endpoint.ts'
import { AttemptId, OrderId, UserId } from '../ids.ts'
import { Cursor, pageQuery, Time } from '../lists.ts'
import { SingleLineText } from '../text/clean-text.ts'
import { Money, Plan } from './premium.ts'

/** Providers of card payments. An instance uses one of them. */
export const cardProviderNames = ['paystack', 'stripe'] as const
export type CardProviderName = (typeof cardProviderNames)[number]

export const PaymentOffer = v.object({
  /** False if no real money moves, because of simulators or a provider's sandbox. Screens then show TEST MODE. */
  livemode: v.boolean(),
  /** Whether this instance has payment simulators. Their test phone and test card page are at `/test`. */
  simulated: v.boolean(),
  mpesa: v.boolean(),
  card: v.nullable(v.picklist(cardProviderNames)),
})
export type PaymentOffer = v.InferOutput<typeof PaymentOffer>

/**
 * State of an attempt to pay. `created`, `submitting` and `pending` are in progress. `unknown`: there is no result yet,
 * and the server keeps polling the provider. The other states are final, but a late success changes any of them to
 * `paid`.
 */
export const AttemptState = v.picklist([
  'created',
  'submitting',
  'pending',
  'paid',
  'failed',
  'canceled',
  'expired',
  'unknown',
])
export type AttemptState = v.InferOutput<typeof AttemptState>

/**
 * Seconds until an unanswered payment prompt disappears from the phone. The server polls for the result much longer.
 */
export const promptTimeoutSeconds = 60

/**
 * Seconds until the same phone can get another payment prompt. Before that, M-Pesa refuses a prompt for the same amount
 * (result code 17).
 */
export const promptIntervalSeconds = 120

/** Reason why a payment attempt failed. The web app has a text for each reason. */
export const AttemptFailureReason = v.picklist([
  'canceled',
  'no-funds',
  'wrong-pin',
  'pin-locked',
  'no-answer',
  'timed-out',
  'amount-limits',
  'daily-limit',
  'too-soon',
  'busy',
  'other-session',
  'not-delivered',
  'wrong-number',
  'declined',
  'card-no-funds',
  'bank-silent',
  'card-not-approved',
  'abandoned',
  /** The payment was refunded or reversed before the order was fulfilled. */
  'returned',
  'not-available',
])
export type AttemptFailureReason = v.InferOutput<typeof AttemptFailureReason>

export const PaymentAttempt = v.object({
  id: AttemptId,
  method: v.picklist(['mpesa', 'card']),
  state: AttemptState,
  reason: v.nullable(AttemptFailureReason),
  /** A callback has reported success. The server is verifying it with the provider. Screens show "confirming". */
  confirming: v.boolean(),
  /** Last three digits of the phone number. */
  phoneEnd: v.nullable(v.string()),
  /** The account name that the phone shows to the payer. */
  reference: v.string(),
  /**
   * URL of the provider's card page while the attempt is in progress, otherwise null. The web app opens it by script.
   */
  checkoutUrl: v.nullable(v.string()),
  /** The provider confirms that no card has been used on its page so far, so nothing was charged. */
  cardUnused: v.boolean(),
  /** Last four digits of a refused card. Null if unknown. */
  cardEnd: v.nullable(v.string()),
  startedAt: Time,
  /** When an unanswered prompt disappears from the phone. Null for cards and for finished attempts. */
  promptUntil: v.nullable(Time),
  /** When the same phone can get a new prompt. */
  retryAt: v.nullable(Time),
})
export type PaymentAttempt = v.InferOutput<typeof PaymentAttempt>

export const Order = v.object({
  id: OrderId,
  /** `open`: not paid yet. A payment that arrives after the state `canceled` still fulfils the order. */
  state: v.picklist(['open', 'fulfilled', 'canceled', 'refunded']),
  price: Money,
  plan: Plan,
  attempt: v.nullable(PaymentAttempt),
  receipt: v.nullable(v.string()),
  /** End of the Premium period that the order bought. */
  premiumUntil: v.nullable(Time),
  /** How the order was paid: M-Pesa's code, or the brand and last digits of the card. Null while unknown. */
  methodDetail: v.nullable(v.string()),
  /** True if the order was paid twice or with a wrong amount, so a refund is due. */
  refundDue: v.boolean(),
  livemode: v.boolean(),
  createdAt: Time,
})
export type Order = v.InferOutput<typeof Order>

const oneOrder = { auth: 'user', params: { id: OrderId }, output: Order } as const

/**
 * Creates an order at the price of the plan. Returns the viewer's open order if there is one, so that a double click
 * creates only one. `amountMinor` is the amount that the buyer saw. It does not set the price.
 */
export const placeOrder = defineEndpoint({
  method: 'POST',
  path: '/api/orders',
  auth: 'user',
  summary: "Create an order for Premium; returns the viewer's open order if there is one",
  body: v.object({
    plan: v.literal('premium'),
    amountMinor: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100_000_000))),
  }),
  output: Order,
  status: 201,
  idempotencyKey: true,
})
export const getOrder = defineEndpoint({
  method: 'GET',
  path: '/api/orders/:id',
  summary: "Get one of the viewer's orders",
  ...oneOrder,
})

/** The viewer's order with a payment in progress, from any device. Null if there is none. */
export const getPendingOrder = defineEndpoint({
  method: 'GET',
  path: '/api/orders/waiting',
  auth: 'user',
  summary: "Get the viewer's order with a payment in progress; null if there is none",
  output: v.object({ order: v.nullable(Order) }),
})

/** Cancels the order. The user can still pay a prompt that is already on the phone, and that payment counts. */
export const cancelOrder = defineEndpoint({
  method: 'DELETE',
  path: '/api/orders/:id',
  summary: "Cancel one of the viewer's orders",
  ...oneOrder,
})

/** Phone number in any usual format: 07…, 01…, +254 7…, with spaces or hyphens. */
const Phone = v.pipe(v.string(), v.maxLength(30))

/**
 * Starts an attempt to pay, or returns the one in progress. For M-Pesa, the phone gets a prompt. For a card, the
 * response has a `checkoutUrl`. The result is sent as the event `order` and is stored in the order.
 */
export const startPaymentAttempt = defineEndpoint({
  method: 'POST',
  path: '/api/orders/:id/attempts',
  auth: 'user',
  summary: 'Start a payment of an order: by a prompt on the phone, or on the card page',
  params: { id: OrderId },
  body: v.variant('method', [
    v.object({ method: v.literal('mpesa'), phone: Phone }),
    v.object({ method: v.literal('card') }),
  ]),
  output: Order,
  status: 201,
})

/**
 * Queries the provider now, but at most once in 3 s per order. The web app calls this endpoint when the user returns
 * from the card page.
 */
export const checkOrder = defineEndpoint({
  method: 'POST',
  path: '/api/orders/:id/check',
  summary: "Query the card provider about the payment of one of the viewer's orders",
  ...oneOrder,
})

/** A row of the payment history: a payment, or an attempt to pay that has not succeeded. */
export const PaymentHistoryRow = v.object({
  id: v.string(),
  orderId: OrderId,
  at: Time,
  /** The amount paid; zero if nothing was paid. */
  price: Money,
  method: v.picklist(['mpesa', 'card']),
  /** How it was paid: M-Pesa's code, or the brand and last digits of the card. Null while unknown. */
  methodDetail: v.nullable(v.string()),
  /**
   * `asked-back`: the buyer requested a refund, and the operator has not decided yet. `returning`: the refund is in
   * progress. `returned-in-part` and `returned`: refunded. `not-completed`: an attempt that ended without a payment.
   * `waiting`: an attempt with an unknown outcome so far.
   */
  state: v.picklist(['paid', 'asked-back', 'returning', 'returned-in-part', 'returned', 'not-completed', 'waiting']),
  receipt: v.nullable(v.string()),
  /** The period that the payment bought. Null if it bought none. */
  period: v.nullable(v.object({ from: Time, until: Time })),
  /** Whether the buyer may request a refund. Possible once, within 14 days of the payment. */
  mayAskBack: v.boolean(),
  /** Why the operator refused the refund, in the operator's own text. */
  refusal: v.nullable(v.string()),
  livemode: v.boolean(),
})
export type PaymentHistoryRow = v.InferOutput<typeof PaymentHistoryRow>

export const listPayments = defineEndpoint({
  method: 'GET',
  path: '/api/payments',
  auth: 'user',
  summary: "List the viewer's payments and unpaid attempts, newest first",
  query: pageQuery,
  output: v.object({ payments: v.array(PaymentHistoryRow), cursor: v.nullable(Cursor) }),
})

/** Returns the whole payment history as a CSV file. */
export const exportPayments = defineEndpoint({
  method: 'GET',
  path: '/api/payments.csv',
  auth: 'user',
  summary: "Download the viewer's payment history as CSV",
  /** The viewer of the rendered page. A query parameter, because a download cannot send `VIEWER_HEADER`. */
  query: { viewer: v.optional(UserId) },
  answers: 'text/csv',
})

export const Receipt = v.object({
  number: v.string(),
  /** Date of the receipt in the time zone of Nairobi, such as `2026-11-21`. */
  date: v.string(),
  at: Time,
  seller: v.object({ name: v.string(), address: v.string(), kraPin: v.string() }),
  /** The buyer. Null if the buyer's account was erased. */
  buyer: v.nullable(v.object({ fullname: v.string(), username: v.string() })),
  plan: Plan,
  from: Time,
  until: Time,
  price: Money,
  /** Null if the seller is not registered for VAT. The receipt then has no row for the tax. */
  vat: v.nullable(v.object({ rateBps: v.number(), net: Money, tax: Money })),
  method: v.picklist(['mpesa', 'card']),
  methodDetail: v.nullable(v.string()),
  /** Last three digits of the phone number that paid. */
  phoneEnd: v.nullable(v.string()),
  /** Refunds and reversals, oldest first. */
  credits: v.array(v.object({ at: Time, amount: Money })),
  livemode: v.boolean(),
})
export type Receipt = v.InferOutput<typeof Receipt>

export const ReceiptNumber = v.pipe(v.string(), v.regex(/^(PT|TEST)-\d{6,9}$/, 'This is not the number of a receipt.'))

export const getReceipt = defineEndpoint({
  method: 'GET',
  path: '/api/receipts/:number',
  auth: 'user',
  summary: "Get one of the viewer's receipts",
  params: { number: ReceiptNumber },
  output: Receipt,
})

/** Sends the receipt to the viewer's own e-mail address. The caller cannot choose another address. */
export const mailReceipt = defineEndpoint({
  method: 'POST',
  path: '/api/receipts/:number/mail',
  auth: 'user',
  summary: "Mail one of the viewer's receipts to the viewer's own address",
  params: { number: ReceiptNumber },
})

/** Requests a refund. The operator decides on it. The payment history shows the result. */
export const requestRefund = defineEndpoint({
  method: 'POST',
  path: '/api/receipts/:number/refund-request',
  auth: 'user',
  summary: "Request a refund for one of the viewer's receipts",
  params: { number: ReceiptNumber },
  body: v.object({ words: SingleLineText(500, 'Say what happened.') }),
})
