import { cardProviderNames } from '@pawtrait/contract/payments/payments.ts'
import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { plans } from '#features/premium/tables.ts'
import { users } from '#features/users/tables.ts'
import { bytes, currency, id, instant, minor } from '#platform/database/columns.ts'

const among = (column: unknown, words: readonly string[]) =>
  sql`${column} in (${sql.raw(words.map((word) => `'${word}'`).join(', '))})`

/** What somebody wants to buy, at the price of that moment. Kept without its user when the account goes: the books. */
export const orders = pgTable(
  'orders',
  {
    id: id(),
    userId: uuid('user_id').references(() => users.id, { onDelete: 'set null' }),
    planId: uuid('plan_id')
      .notNull()
      .references(() => plans.id),
    amountMinor: minor('amount_minor').notNull(),
    currency: currency().notNull(),
    state: text('state', { enum: ['open', 'fulfilled', 'canceled', 'refunded'] }).notNull(),
    /** The buyer's own, so that a double click is one order. */
    idempotencyKey: text('idempotency_key').notNull(),
    livemode: boolean('livemode').notNull(),
    createdAt: instant('created_at').notNull(),
    /** A chargeback was opened at the bank. */
    disputedAt: instant('disputed_at'),
  },
  (t) => [
    uniqueIndex('orders_idempotency').on(t.userId, t.idempotencyKey),
    index('orders_by_user').on(t.userId, t.id),
    index('orders_of_plan').on(t.planId),
    check('orders_amount', sql`${t.amountMinor} > 0`),
    check('orders_state', among(t.state, ['open', 'fulfilled', 'canceled', 'refunded'])),
  ],
)

export const attemptStates = [
  'created',
  'submitting',
  'pending',
  'paid',
  'failed',
  'canceled',
  'expired',
  'unknown',
] as const

export const providers = ['mpesa', ...cardProviderNames] as const

/** `won`: the payer's bank let the merchant keep the money. */
export const disputeStates = ['open', 'won', 'lost'] as const

/** One try to pay an order. Success wins over every other state; nothing leaves `paid`. */
export const paymentAttempts = pgTable(
  'payment_attempts',
  {
    id: id(),
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id),
    provider: text('provider', { enum: providers }).notNull(),
    state: text('state', { enum: attemptStates }).notNull(),
    /** SHA-256 of the 256 bits in the callback's path. */
    callbackTokenHash: bytes('callback_token_hash'),
    /** M-Pesa's CheckoutRequestID, Stripe's Checkout Session. */
    checkoutRequestId: text('checkout_request_id'),
    merchantRequestId: text('merchant_request_id'),
    /** Stripe's payment intent: refunds and disputes made there name nothing else. */
    paymentIntentId: text('payment_intent_id'),
    /** Ours: what the payer reads on the phone, and Paystack's key of the transaction. */
    reference: text('reference').notNull(),
    /** Where the card page is. */
    checkoutUrl: text('checkout_url'),
    /** The last three digits, to tell phones apart on screen; the number itself is sent and not kept. */
    phoneEnd: text('phone_end'),
    /** Of a card still out: `abandoned`, when its provider says that none has been used so far. */
    resultCode: text('result_code'),
    /** Brand and last four digits of a card that was refused. */
    card: text('card'),
    /** A callback says it was paid; `reported` is what it says, not yet believed. */
    reportedAt: instant('reported_at'),
    reported: jsonb('reported'),
    /** A person has to look. */
    manualReason: text('manual_reason'),
    livemode: boolean('livemode').notNull(),
    createdAt: instant('created_at').notNull(),
    /** Handed to the provider. */
    submittedAt: instant('submitted_at'),
    nextCheckAt: instant('next_check_at'),
    checks: integer('checks').notNull().default(0),
    /** What the payer's bank thinks of it; may be known before the payment is. */
    dispute: text('dispute', { enum: disputeStates }),
    disputedAt: instant('disputed_at'),
  },
  (t) => [
    uniqueIndex('payment_attempts_token').on(t.callbackTokenHash),
    uniqueIndex('payment_attempts_checkout').on(t.checkoutRequestId),
    uniqueIndex('payment_attempts_intent').on(t.paymentIntentId),
    uniqueIndex('payment_attempts_reference').on(t.reference),
    uniqueIndex('payment_attempts_one_live').on(t.orderId).where(sql`state in ('created', 'submitting', 'pending')`),
    index('payment_attempts_of_order').on(t.orderId, t.id),
    index('payment_attempts_due').on(t.nextCheckAt).where(sql`next_check_at is not null`),
    index('payment_attempts_early').on(t.createdAt).where(sql`state in ('created', 'submitting')`),
    index('payment_attempts_manual').on(t.id).where(sql`manual_reason is not null`),
    index('payment_attempts_disputed').on(t.id).where(sql`dispute = 'open'`),
    check('payment_attempts_dispute', among(t.dispute, disputeStates)),
    check('payment_attempts_state', among(t.state, attemptStates)),
    check('payment_attempts_provider', among(t.provider, providers)),
  ],
)

/** The inbox: what providers say, as it came, stored before it is looked at and forgotten after a while. */
export const providerEvents = pgTable(
  'provider_events',
  {
    id: id(),
    provider: text('provider', { enum: providers }).notNull(),
    /** Null once forgotten: providers write of phones and addresses. `kept` and the hash stay. */
    raw: bytes('raw'),
    rawSha256: bytes('raw_sha256'),
    kept: jsonb('kept'),
    headers: jsonb('headers').notNull(),
    /** The provider's id of the event, or SHA-256 of `raw`. */
    dedupeKey: text('dedupe_key').notNull(),
    attemptId: uuid('attempt_id').references(() => paymentAttempts.id),
    receivedAt: instant('received_at').notNull(),
    processedAt: instant('processed_at'),
    /** What came of it, in a word. */
    outcome: text('outcome'),
    livemode: boolean('livemode').notNull(),
  },
  (t) => [
    uniqueIndex('provider_events_once').on(t.provider, t.dedupeKey),
    index('provider_events_waiting').on(t.id).where(sql`processed_at is null`),
    index('provider_events_of_attempt').on(t.attemptId),
    index('provider_events_remembered').on(t.receivedAt).where(sql`raw is not null`),
    index('provider_events_unmatched').on(t.id).where(sql`outcome like 'unmatched%'`),
    check('provider_events_provider', among(t.provider, providers)),
    check('provider_events_forgotten', sql`(${t.raw} is null) = (${t.rawSha256} is not null)`),
  ],
)

/** Money that a provider has confirmed, each transaction once. */
export const payments = pgTable(
  'payments',
  {
    id: id(),
    attemptId: uuid('attempt_id')
      .notNull()
      .references(() => paymentAttempts.id),
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id),
    provider: text('provider', { enum: providers }).notNull(),
    /** What the provider's verdict calls it; of M-Pesa the CheckoutRequestID. */
    providerTxnId: text('provider_txn_id').notNull(),
    /** M-Pesa's own code, as in the payer's message; may come later than the money. */
    receiptCode: text('receipt_code'),
    /** Brand and last four digits of a card. */
    method: text('method'),
    amountMinor: minor('amount_minor').notNull(),
    currency: currency().notNull(),
    /** `applied` bought the period; the others are to be given back. */
    disposition: text('disposition', { enum: ['applied', 'duplicate', 'mismatch'] }).notNull(),
    confirmedBy: text('confirmed_by', { enum: ['query', 'callback', 'operator'] }).notNull(),
    livemode: boolean('livemode').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('payments_txn').on(t.provider, t.providerTxnId),
    uniqueIndex('payments_receipt_code').on(t.receiptCode),
    uniqueIndex('payments_one_applied').on(t.orderId).where(sql`disposition = 'applied'`),
    index('payments_of_order').on(t.orderId),
    index('payments_of_attempt').on(t.attemptId),
    check('payments_disposition', among(t.disposition, ['applied', 'duplicate', 'mismatch'])),
    check('payments_confirmed_by', among(t.confirmedBy, ['query', 'callback', 'operator'])),
    check('payments_provider', among(t.provider, providers)),
    check('payments_amount', sql`${t.amountMinor} >= 0`),
  ],
)

/** The last number given, one row for each mode, locked while a receipt is written: numbers have no gaps. */
export const receiptCounters = pgTable('receipt_counters', {
  livemode: boolean('livemode').primaryKey(),
  last: integer('last').notNull(),
})

/** Each sum of a payment that went back, once: the credit-note lines of its receipt. */
export const credits = pgTable(
  'credits',
  {
    id: id(),
    paymentId: uuid('payment_id')
      .notNull()
      .references(() => payments.id),
    /** The provider's id of the refund; `refund` and our own, where a person or a reversal gave it back. */
    key: text('key').notNull(),
    amountMinor: minor('amount_minor').notNull(),
    livemode: boolean('livemode').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [uniqueIndex('credits_once').on(t.paymentId, t.key), check('credits_amount', sql`${t.amountMinor} > 0`)],
)

/** One for each applied payment. */
export const receipts = pgTable(
  'receipts',
  {
    id: id(),
    no: integer('no').notNull(),
    paymentId: uuid('payment_id')
      .notNull()
      .references(() => payments.id),
    snapshot: jsonb('snapshot').notNull(),
    livemode: boolean('livemode').notNull(),
    createdAt: instant('created_at').notNull(),
    /** How much was given back so far, and when the last of it: the sum of `credits`. */
    creditedAt: instant('credited_at'),
    creditedMinor: minor('credited_minor'),
  },
  (t) => [
    uniqueIndex('receipts_no').on(t.livemode, t.no),
    uniqueIndex('receipts_payment').on(t.paymentId),
    check('receipts_no_positive', sql`${t.no} > 0`),
    check('receipts_credit', sql`(${t.creditedAt} is null) = (${t.creditedMinor} is null)`),
  ],
)

export const refundStates = ['requested', 'sent', 'done', 'failed', 'manual'] as const

/** Our own giving back, at most once for each payment. What went back is in `credits`, whoever sent it. */
export const refunds = pgTable(
  'refunds',
  {
    id: id(),
    paymentId: uuid('payment_id')
      .notNull()
      .references(() => payments.id),
    amountMinor: minor('amount_minor').notNull(),
    state: text('state', { enum: refundStates }).notNull(),
    /** Why: `duplicate`, `mismatch`, or the operator's words. */
    reason: text('reason').notNull(),
    /** What the provider calls it; by hand: what the operator wrote down. */
    providerRefundId: text('provider_refund_id'),
    /** SHA-256 of the token in the path that a reversal's result comes to. */
    resultTokenHash: bytes('result_token_hash'),
    livemode: boolean('livemode').notNull(),
    createdAt: instant('created_at').notNull(),
    sentAt: instant('sent_at'),
    doneAt: instant('done_at'),
    /** While it is `sent`: when its provider is asked. */
    nextCheckAt: instant('next_check_at'),
    checks: integer('checks').notNull().default(0),
  },
  (t) => [
    uniqueIndex('refunds_payment').on(t.paymentId),
    uniqueIndex('refunds_token').on(t.resultTokenHash),
    index('refunds_open').on(t.id).where(sql`state <> 'done'`),
    index('refunds_due').on(t.nextCheckAt).where(sql`next_check_at is not null`),
    check('refunds_state', among(t.state, refundStates)),
    check('refunds_amount', sql`${t.amountMinor} >= 0`),
  ],
)

/** The one token that all processes share: fetching one ends the one before it. */
export const darajaTokens = pgTable('daraja_tokens', {
  /** Host and consumer key. */
  account: text('account').primaryKey(),
  token: text('token').notNull(),
  expiresAt: instant('expires_at').notNull(),
  livemode: boolean('livemode').notNull(),
})
