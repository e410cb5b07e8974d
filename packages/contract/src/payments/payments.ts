import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { AttemptId, OrderId, UserId } from '../ids.ts'
import { Cursor, page, Time } from '../lists.ts'
import { Line } from '../text.ts'
import { Money, Plan } from './premium.ts'

/** Who may take cards; an instance has one of them. */
export const cardProviderNames = ['paystack', 'stripe'] as const
export type CardProviderName = (typeof cardProviderNames)[number]

/** What payments offer on an instance; null where they are not set up. */
export const PaymentOffer = v.object({
  /** False: no real money moves (simulators or the providers' sandboxes); screens say TEST MODE. */
  livemode: v.boolean(),
  /** Simulators run here: the test phone and the test card page are at `/test`. */
  simulated: v.boolean(),
  mpesa: v.boolean(),
  card: v.nullable(v.picklist(cardProviderNames)),
})
export type PaymentOffer = v.InferOutput<typeof PaymentOffer>

/**
 * One try to pay. `created`, `submitting` and `pending` wait; `unknown`: nobody knows yet, we keep asking, nothing is
 * lost; the rest is over, though a late success still turns any of them into `paid`.
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

/** How long a prompt stays on a phone before it goes away by itself; what became of it is asked for much longer. */
export const promptSeconds = 60

/** How long the same phone is not asked again: M-Pesa refuses the same amount twice within it (its code 17). */
export const phonePauseSeconds = 120

/** Why a try ended, in a word that the web has a sentence for. */
export const AttemptReason = v.picklist([
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
  /** Paid, and given or taken back before it bought anything. */
  'returned',
  'not-available',
])
export type AttemptReason = v.InferOutput<typeof AttemptReason>

export const Attempt = v.object({
  id: AttemptId,
  method: v.picklist(['mpesa', 'card']),
  state: AttemptState,
  reason: v.nullable(AttemptReason),
  /** A callback says it was paid and the provider is being asked: "confirming". */
  confirming: v.boolean(),
  /** Last three digits of the phone. */
  phoneEnd: v.nullable(v.string()),
  /** What the payer reads on the phone as the account. */
  reference: v.string(),
  /** The provider's card page while it waits: go there by script. */
  checkoutUrl: v.nullable(v.string()),
  /** The provider was asked: no card has been used on its page so far, so nothing was charged. */
  cardUnused: v.boolean(),
  /** Last four digits of a card that was refused; null where they are not known. */
  cardEnd: v.nullable(v.string()),
  startedAt: Time,
  /** When the prompt goes away from the phone, answered or not; null for cards and what is over. */
  promptUntil: v.nullable(Time),
  /** Before this a new prompt to the same phone is refused. */
  retryAt: v.nullable(Time),
})
export type Attempt = v.InferOutput<typeof Attempt>

export const Order = v.object({
  id: OrderId,
  /** `open` waits for its payment. A late payment still fulfils a canceled one. */
  state: v.picklist(['open', 'fulfilled', 'canceled', 'refunded']),
  price: Money,
  plan: Plan,
  /** The newest try. */
  attempt: v.nullable(Attempt),
  /** Number of the receipt, such as `PT-000123`. */
  receipt: v.nullable(v.string()),
  /** Until when what it bought reaches. */
  premiumUntil: v.nullable(Time),
  /** How it was paid: M-Pesa's code, or brand and last digits of the card; null while that is not known. */
  methodDetail: v.nullable(v.string()),
  /** Paid more than once, or another amount: money is on its way back. */
  refundDue: v.boolean(),
  livemode: v.boolean(),
  createdAt: Time,
})
export type Order = v.InferOutput<typeof Order>

const one = { auth: 'user', params: { id: OrderId }, output: Order } as const

/**
 * Gives the viewer's open order where there is one: a double click is one order. The price is the plan's;
 * `amountMinor` may say what the buyer was shown and decides nothing.
 */
export const makeOrder = endpoint({
  method: 'POST',
  path: '/api/orders',
  auth: 'user',
  summary: 'Order Premium',
  body: v.object({
    plan: v.literal('premium'),
    amountMinor: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100_000_000))),
  }),
  output: Order,
  status: 201,
  idempotencyKey: true,
})
export const getOrder = endpoint({ method: 'GET', path: '/api/orders/:id', summary: 'One of my orders', ...one })

/** What the viewer is paying at this moment, on whatever device it was begun; null: nothing. */
export const getWaitingOrder = endpoint({
  method: 'GET',
  path: '/api/orders/waiting',
  auth: 'user',
  summary: 'The payment that is under way',
  output: v.object({ order: v.nullable(Order) }),
})

/** Gives it up; a prompt already on the phone may still be paid, and then counts. */
export const cancelOrder = endpoint({ method: 'DELETE', path: '/api/orders/:id', summary: 'Give up an order', ...one })

/** As people write it: 07…, 01…, +254 7…, with spaces or hyphens. */
const Phone = v.pipe(v.string(), v.maxLength(30))

/**
 * Starts a try, or gives the one that is under way. M-Pesa sends a prompt to the phone; a card gives `checkoutUrl`.
 * The answer comes as the event `order` and by reading the order.
 */
export const startAttempt = endpoint({
  method: 'POST',
  path: '/api/orders/:id/attempts',
  auth: 'user',
  summary: 'Pay an order: a prompt on the phone, or the card page',
  params: { id: OrderId },
  body: v.variant('method', [
    v.object({ method: v.literal('mpesa'), phone: Phone }),
    v.object({ method: v.literal('card') }),
  ]),
  output: Order,
  status: 201,
})

/** Asks the provider now, at most every few seconds; the web does it on coming back from the card page. */
export const checkOrder = endpoint({
  method: 'POST',
  path: '/api/orders/:id/check',
  summary: 'Ask the provider what became of my payment',
  ...one,
})

/** A line of the history: money that moved, or a try that moved none. */
export const PaymentLine = v.object({
  id: v.string(),
  orderId: OrderId,
  at: Time,
  /** What moved; nothing for a try. */
  price: Money,
  method: v.picklist(['mpesa', 'card']),
  /** M-Pesa's code, or brand and last digits of the card; null while it is not known. */
  methodDetail: v.nullable(v.string()),
  /**
   * `asked-back`: its buyer wants it back and nobody has answered. `returning`: on its way back. `returned`: given
   * back, wholly, or in part. `not-completed`: a try that ended without money.
   * `waiting`: a try whose end nobody knows yet.
   */
  state: v.picklist(['paid', 'asked-back', 'returning', 'returned-in-part', 'returned', 'not-completed', 'waiting']),
  receipt: v.nullable(v.string()),
  /** What it bought; null where it bought nothing. */
  period: v.nullable(v.object({ from: Time, until: Time })),
  /** Its buyer may ask for it back: for 14 days, once. */
  mayAskBack: v.boolean(),
  /** Why it is not given back, in the operator's words. */
  refusal: v.nullable(v.string()),
  livemode: v.boolean(),
})
export type PaymentLine = v.InferOutput<typeof PaymentLine>

/** Newest first. */
export const listPayments = endpoint({
  method: 'GET',
  path: '/api/payments',
  auth: 'user',
  summary: 'What I have paid, newest first',
  query: page,
  output: v.object({ payments: v.array(PaymentLine), cursor: v.nullable(Cursor) }),
})

/** The whole history as a table for a spreadsheet. */
export const exportPayments = endpoint({
  method: 'GET',
  path: '/api/payments.csv',
  auth: 'user',
  summary: 'What I have paid, as CSV',
  /** Whom the page was drawn for: a download sends no header of ours. */
  query: { viewer: v.optional(UserId) },
  answers: 'text/csv',
})

export const Receipt = v.object({
  number: v.string(),
  /** The day in Nairobi, `2026-11-21`. */
  date: v.string(),
  at: Time,
  seller: v.object({ name: v.string(), address: v.string(), kraPin: v.string() }),
  /** Null once the account is gone. */
  buyer: v.nullable(v.object({ fullname: v.string(), username: v.string() })),
  plan: Plan,
  from: Time,
  until: Time,
  price: Money,
  /** Null: the seller is not registered for VAT, and no tax line stands. */
  vat: v.nullable(v.object({ rateBps: v.number(), net: Money, tax: Money })),
  method: v.picklist(['mpesa', 'card']),
  methodDetail: v.nullable(v.string()),
  /** Last three digits of the phone that paid. */
  phoneEnd: v.nullable(v.string()),
  /** The credit-note lines, oldest first: each sum that went back. */
  credits: v.array(v.object({ at: Time, amount: Money })),
  livemode: v.boolean(),
})
export type Receipt = v.InferOutput<typeof Receipt>

export const ReceiptNumber = v.pipe(v.string(), v.regex(/^(PT|TEST)-\d{6,9}$/, 'This is not the number of a receipt.'))

export const getReceipt = endpoint({
  method: 'GET',
  path: '/api/receipts/:number',
  auth: 'user',
  summary: 'One of my receipts',
  params: { number: ReceiptNumber },
  output: Receipt,
})

/** To the viewer's own address; nothing else can be told. */
export const mailReceipt = endpoint({
  method: 'POST',
  path: '/api/receipts/:number/mail',
  auth: 'user',
  summary: 'Send me one of my receipts by mail',
  params: { number: ReceiptNumber },
})

/** The operator reads it and decides; the history says what came of it. */
export const requestRefund = endpoint({
  method: 'POST',
  path: '/api/receipts/:number/refund-request',
  auth: 'user',
  summary: 'Ask for the money of one of my receipts back',
  params: { number: ReceiptNumber },
  body: v.object({ words: Line(500, 'Say what happened.') }),
})
