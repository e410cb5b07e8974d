import { cardProviderNames } from '@pawtrait/contract/payments/payments.ts'
import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { plans } from '#features/premium/tables.ts'
import { users } from '#features/users/tables.ts'
import { bytes, currency, id, instant, minorUnits } from '#platform/database/columns.ts'

const isOneOf = (column: unknown, values: readonly string[]) =>
  sql`${column} in (${sql.raw(values.map((value) => `'${value}'`).join(', '))})`

/**
 * Orders, each with its price at the time of the order. Erasing the buyer's account clears only `user_id`, because tax
 * law requires the row.
 */
export const orders = pgTable(
  'orders',
  {
    id: id(),
    userId: uuid('user_id').references(() => users.id, { onDelete: 'set null' }),
    planId: uuid('plan_id')
      .notNull()
      .references(() => plans.id),
    amountMinor: minorUnits('amount_minor').notNull(),
    currency: currency().notNull(),
    state: text('state', { enum: ['open', 'fulfilled', 'canceled', 'refunded'] }).notNull(),
    /** Idempotency key from the buyer's browser. With it, a double click makes only one order. */
    idempotencyKey: text('idempotency_key').notNull(),
    livemode: boolean('livemode').notNull(),
    createdAt: instant('created_at').notNull(),
    disputedAt: instant('disputed_at'),
  },
  (t) => [
    uniqueIndex('orders_idempotency').on(t.userId, t.idempotencyKey),
    index('orders_by_user').on(t.userId, t.id),
    index('orders_of_plan').on(t.planId),
    check('orders_amount', sql`${t.amountMinor} > 0`),
    check('orders_state', isOneOf(t.state, ['open', 'fulfilled', 'canceled', 'refunded'])),
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

/** `won`: the merchant keeps the money; `lost`: the payer gets it back. */
export const disputeStates = ['open', 'won', 'lost'] as const

/** Attempts to pay an order. The state `paid` is final and can replace any other state. */
export const paymentAttempts = pgTable(
  'payment_attempts',
  {
    id: id(),
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id),
    provider: text('provider', { enum: providers }).notNull(),
    state: text('state', { enum: attemptStates }).notNull(),
    /** SHA-256 of the 256-bit token in the path of the callback URL. */
    callbackTokenHash: bytes('callback_token_hash'),
    /** Id of the checkout: M-Pesa's CheckoutRequestID or Stripe's Checkout Session. */
    checkoutRequestId: text('checkout_request_id'),
    merchantRequestId: text('merchant_request_id'),
    /** Stripe's payment intent: the only id in disputes and dashboard refunds. */
    paymentIntentId: text('payment_intent_id'),
    /** Our reference. On the phone, M-Pesa shows it as the account. Paystack uses it to identify the transaction. */
    reference: text('reference').notNull(),
    checkoutUrl: text('checkout_url'),
    /**
     * Last three digits of the phone number, to distinguish phones on screen. The full number is stored only in raw
     * callbacks, until their redaction.
     */
    phoneEnd: text('phone_end'),
    /** Result code of the provider or the app. `abandoned` while `pending`: no card has been used on the open page. */
    resultCode: text('result_code'),
    /** Brand and last four digits of a refused card. */
    card: text('card'),
    /** Time when a callback reported payment; `reported` is the unconfirmed content of the callback. */
    reportedAt: instant('reported_at'),
    reported: jsonb('reported'),
    manualReason: text('manual_reason'),
    livemode: boolean('livemode').notNull(),
    createdAt: instant('created_at').notNull(),
    submittedAt: instant('submitted_at'),
    nextCheckAt: instant('next_check_at'),
    checks: integer('checks').notNull().default(0),
    /** State of a chargeback, which can be known before the payment is settled. */
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
    check('payment_attempts_dispute', isOneOf(t.dispute, disputeStates)),
    check('payment_attempts_state', isOneOf(t.state, attemptStates)),
    check('payment_attempts_provider', isOneOf(t.provider, providers)),
  ],
)

/** Inbox of raw provider events, stored before they are handled. Their bodies are deleted after `eventDays`. */
export const providerEvents = pgTable(
  'provider_events',
  {
    id: id(),
    provider: text('provider', { enum: providers }).notNull(),
    /** Body of the event, deleted later because of personal data; `kept` and the hash remain. */
    raw: bytes('raw'),
    rawSha256: bytes('raw_sha256'),
    kept: jsonb('kept'),
    headers: jsonb('headers').notNull(),
    /** The provider's id of the event, or the SHA-256 of `raw`; for M-Pesa, followed by the id of the target. */
    dedupeKey: text('dedupe_key').notNull(),
    attemptId: uuid('attempt_id').references(() => paymentAttempts.id),
    receivedAt: instant('received_at').notNull(),
    processedAt: instant('processed_at'),
    outcome: text('outcome'),
    livemode: boolean('livemode').notNull(),
  },
  (t) => [
    uniqueIndex('provider_events_once').on(t.provider, t.dedupeKey),
    index('provider_events_waiting').on(t.id).where(sql`processed_at is null`),
    index('provider_events_of_attempt').on(t.attemptId),
    index('provider_events_remembered').on(t.receivedAt).where(sql`raw is not null`),
    index('provider_events_unmatched').on(t.id).where(sql`outcome like 'unmatched%'`),
    check('provider_events_provider', isOneOf(t.provider, providers)),
    check('provider_events_forgotten', sql`(${t.raw} is null) = (${t.rawSha256} is not null)`),
  ],
)

/** Money that a provider has confirmed; one row per transaction. */
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
    /**
     * Id of the transaction: M-Pesa's CheckoutRequestID (the M-Pesa code if that id was lost), Stripe's Checkout
     * Session, or our reference at Paystack.
     */
    providerTxnId: text('provider_txn_id').notNull(),
    /** M-Pesa code in the payer's text message. It may arrive later than the payment. */
    receiptCode: text('receipt_code'),
    /** Brand and last four digits of a card. */
    method: text('method'),
    amountMinor: minorUnits('amount_minor').notNull(),
    currency: currency().notNull(),
    /** `applied`: the payment bought a Premium period. All other payments are refunded. */
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
    check('payments_disposition', isOneOf(t.disposition, ['applied', 'duplicate', 'mismatch'])),
    check('payments_confirmed_by', isOneOf(t.confirmedBy, ['query', 'callback', 'operator'])),
    check('payments_provider', isOneOf(t.provider, providers)),
    check('payments_amount', sql`${t.amountMinor} >= 0`),
  ],
)

/** Last receipt number per mode (test or live). Writing a receipt locks the row, so that the numbers have no gaps. */
export const receiptCounters = pgTable('receipt_counters', {
  livemode: boolean('livemode').primaryKey(),
  last: integer('last').notNull(),
})

/** Amounts returned to the payer. Each row is a credit note, if the payment has a receipt. */
export const credits = pgTable(
  'credits',
  {
    id: id(),
    paymentId: uuid('payment_id')
      .notNull()
      .references(() => payments.id),
    /** The provider's id of the refund. For reversals and manual refunds: `refund ` followed by the id in `refunds`. */
    key: text('key').notNull(),
    amountMinor: minorUnits('amount_minor').notNull(),
    livemode: boolean('livemode').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [uniqueIndex('credits_once').on(t.paymentId, t.key), check('credits_amount', sql`${t.amountMinor} > 0`)],
)

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
    /** Time of the last credit; `credited_minor` is the sum of all credits. */
    creditedAt: instant('credited_at'),
    creditedMinor: minorUnits('credited_minor'),
  },
  (t) => [
    uniqueIndex('receipts_no').on(t.livemode, t.no),
    uniqueIndex('receipts_payment').on(t.paymentId),
    check('receipts_no_positive', sql`${t.no} > 0`),
    check('receipts_credit', sql`(${t.creditedAt} is null) = (${t.creditedMinor} is null)`),
  ],
)

export const refundStates = ['requested', 'sent', 'done', 'failed', 'manual'] as const

/**
 * Refunds, at most one per payment: by this instance, by the operator, or in full on the provider's dashboard.
 * `credits` also contains partial refunds on the dashboard.
 */
export const refunds = pgTable(
  'refunds',
  {
    id: id(),
    paymentId: uuid('payment_id')
      .notNull()
      .references(() => payments.id),
    amountMinor: minorUnits('amount_minor').notNull(),
    state: text('state', { enum: refundStates }).notNull(),
    /** Reason for the refund: `duplicate`, `mismatch`, `by hand`, `made at the provider`, or a text by the operator. */
    reason: text('reason').notNull(),
    /** The provider's id of the refund; the operator's note on a manual refund; `dispute` after a lost dispute. */
    providerRefundId: text('provider_refund_id'),
    /** SHA-256 of the secret token in the callback URL to which M-Pesa sends the result of a reversal. */
    resultTokenHash: bytes('result_token_hash'),
    livemode: boolean('livemode').notNull(),
    createdAt: instant('created_at').notNull(),
    sentAt: instant('sent_at'),
    doneAt: instant('done_at'),
    /** Time of the next query to the provider. Set only in the state `sent`. */
    nextCheckAt: instant('next_check_at'),
    checks: integer('checks').notNull().default(0),
  },
  (t) => [
    uniqueIndex('refunds_payment').on(t.paymentId),
    uniqueIndex('refunds_token').on(t.resultTokenHash),
    index('refunds_open').on(t.id).where(sql`state <> 'done'`),
    index('refunds_due').on(t.nextCheckAt).where(sql`next_check_at is not null`),
    check('refunds_state', isOneOf(t.state, refundStates)),
    check('refunds_amount', sql`${t.amountMinor} >= 0`),
  ],
)

/** Daraja's access token. All processes share it, because a new token invalidates the old one. */
export const darajaTokens = pgTable('daraja_tokens', {
  /** Host and consumer key for which the token was issued. */
  account: text('account').primaryKey(),
  token: text('token').notNull(),
  expiresAt: instant('expires_at').notNull(),
  livemode: boolean('livemode').notNull(),
})
