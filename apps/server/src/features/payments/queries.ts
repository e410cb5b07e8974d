import type { AttemptId, OrderId, UserId } from '@pawtrait/contract/ids.ts'
import { sql } from 'drizzle-orm'
import type { Db } from '#platform/database/db.ts'
import type { providers } from './tables.ts'

export type Provider = (typeof providers)[number]
export type AttemptState = 'created' | 'submitting' | 'pending' | 'paid' | 'failed' | 'canceled' | 'expired' | 'unknown'
export type OrderState = 'open' | 'fulfilled' | 'canceled' | 'refunded'

const toJsonb = (value: unknown) => sql`${JSON.stringify(value)}::text::jsonb`

/** Unconfirmed content of a callback. `listed`: the callback came from a known IP address of Safaricom. */
export type CallbackReport = { amountMinor: string | null; receiptCode: string | null; listed: boolean }

export type Attempt = {
  id: AttemptId
  orderId: OrderId
  userId: UserId | null
  provider: Provider
  state: AttemptState
  checkoutRequestId: string | null
  reference: string
  /** Price of the order, which the payer was asked to pay. */
  amountMinor: string
  currency: string
  livemode: boolean
  submittedAt: string | null
  checks: number
  reportedAt: string | null
  reported: CallbackReport | null
}

/** SQL of the columns of an `Attempt`, from attempts `a` joined with orders `o`. */
export const attemptColumns = sql`a.id, a.order_id as "orderId", o.user_id as "userId", a.provider, a.state,
  a.checkout_request_id as "checkoutRequestId", a.reference, o.amount_minor as "amountMinor", o.currency, a.livemode,
  a.submitted_at as "submittedAt", a.checks, a.reported_at as "reportedAt", a.reported`

export const selectAttempt = (db: Db, id: AttemptId) =>
  db.row<Attempt>(sql`
    select ${attemptColumns} from payment_attempts a join orders o on o.id = a.order_id where a.id = ${id}`)

/**
 * Ends an attempt, unless it is `paid`; returns a row on change. A card attempt is still queried until it expires,
 * because the buyer may try another card on its page.
 */
export const markAttemptEnded = (
  db: Db,
  id: AttemptId,
  state: 'failed' | 'canceled' | 'expired',
  code: string,
  card: string | null = null,
) =>
  db.rows(sql`
    update payment_attempts set state = ${state}, result_code = ${code}, card = coalesce(${card}, card),
      -- A callback reported payment, but the query says that the attempt ended: the operator decides.
      manual_reason = case when reported_at is not null then 'contradicted' end, reported_at = null,
      next_check_at = case when (provider = 'mpesa') = (${state} = 'expired') then next_check_at end
    where id = ${id} and state <> 'paid' and (state, result_code, card) is distinct from
      (${state}, ${code}, coalesce(${card}, card)) returning 1`)

/** Sets the state of an attempt that has neither been paid nor ended. */
export const updateAttemptState = (db: Db, id: AttemptId, state: 'pending' | 'unknown', code: string | null) =>
  db.rows(sql`
    update payment_attempts set state = ${state}, result_code = coalesce(${code}, result_code)
    where id = ${id} and state in ('created', 'submitting', 'pending', 'unknown')`)

/** Stores whether a card was used on an open card page. Returns a row if the value changed. */
export const updateCardPageUse = (db: Db, id: AttemptId, unused: boolean) =>
  db.rows(sql`
    update payment_attempts set result_code = case when ${unused} then 'abandoned' end
    where id = ${id} and state = 'pending' and checkout_url is not null
      and result_code is distinct from (case when ${unused} then 'abandoned' end) returning 1`)

/** Stores the ids of the checkout. @throws a unique violation if another attempt has the same checkout */
export const updateCheckoutIds = (
  db: Db,
  id: AttemptId,
  c: { checkoutRequestId: string; merchantRequestId: string | null },
) =>
  db.rows(sql`
    update payment_attempts set checkout_request_id = ${c.checkoutRequestId},
      merchant_request_id = ${c.merchantRequestId}
    where id = ${id} and checkout_request_id is null`)

export const updateCallbackReport = (db: Db, id: AttemptId, reported: CallbackReport, at: Date, next: Date) =>
  db.rows(sql`
    update payment_attempts set reported_at = coalesce(reported_at, ${at.toISOString()}),
      reported = ${toJsonb(reported)},
      next_check_at = least(next_check_at, ${next.toISOString()}::timestamptz)
    where id = ${id} and state <> 'paid'`)

/**
 * Stores that a callback reported the end of an attempt, and schedules a query at `next` to confirm it. The buyer is
 * notified only after that query: otherwise they could start a second prompt and pay both prompts.
 */
export const markAttemptUnconfirmed = (db: Db, id: AttemptId, code: string | null, next: Date) =>
  db.rows(sql`
    update payment_attempts set result_code = coalesce(${code}, result_code),
      next_check_at = least(next_check_at, ${next.toISOString()}::timestamptz)
    where id = ${id} and state in ('submitting', 'pending', 'unknown')`)

export type InboxEvent = {
  id: string
  provider: Provider
  raw: Buffer
  headers: Record<string, string>
  attemptId: AttemptId | null
}

/** Locks the next unhandled event with an id above `after` until the commit. Skips events that other workers lock. */
export const lockNextInboxEvent = (db: Db, after: string) =>
  db.row<InboxEvent>(sql`
    select id, provider, raw, headers, attempt_id as "attemptId" from provider_events
    where processed_at is null and raw is not null and id > ${after} order by id limit 1 for update skip locked`)

export const markInboxEventProcessed = (db: Db, id: string, outcome: string, at: Date) =>
  db.rows(sql`
    update provider_events set processed_at = ${at.toISOString()}, outcome = ${outcome} where id = ${id}`)

export type AttemptInProgress = {
  id: AttemptId
  provider: Provider
  state: AttemptState
  createdAt: string
  /** Time when a callback reported payment; null without a report, or if the operator handles the attempt. */
  reportedAt: string | null
}

/** Returns the order's attempt in progress. A unique index allows only one. */
export const selectAttemptInProgress = (db: Db, order: OrderId) =>
  db.row<AttemptInProgress>(sql`
    select id, provider, state, created_at as "createdAt",
      case when manual_reason is null then reported_at end as "reportedAt" from payment_attempts
    where order_id = ${order} and state in ('created', 'submitting', 'pending')`)

/** Ends an attempt that a new one replaces. Queries continue, and a late payment is accepted. */
export const markAttemptSuperseded = (db: Db, id: AttemptId, state: 'canceled' | 'expired') =>
  db.rows(sql`
    update payment_attempts set state = ${state}, result_code = coalesce(result_code, ${state})
    where id = ${id} and state in ('created', 'submitting', 'pending')`)

export type NewAttempt = {
  id: AttemptId
  order: OrderId
  provider: Provider
  tokenHash: Buffer | null
  reference: string
  phoneEnd: string | null
  livemode: boolean
  now: Date
}

/** Inserts an attempt. @throws a violation of `payment_attempts_one_live` if another attempt is in progress */
export const insertAttempt = (db: Db, a: NewAttempt) =>
  db.rows(sql`
    insert into payment_attempts (id, order_id, provider, state, callback_token_hash, reference, phone_end, livemode,
      created_at, submitted_at)
    values (${a.id}, ${a.order}, ${a.provider}, 'submitting', ${a.tokenHash}, ${a.reference}, ${a.phoneEnd},
      ${a.livemode}, ${a.now.toISOString()}, ${a.now.toISOString()})`)

type SentCheckout = { checkoutRequestId: string | null; merchantRequestId: string | null; checkoutUrl: string | null }

/** Stores the provider's ids after submission. A callback may already have arrived. */
export const markAttemptSent = (db: Db, id: AttemptId, sent: SentCheckout, nextCheckAt: Date) =>
  db.rows(sql`
    update payment_attempts set
      state = case when state in ('submitting', 'unknown') then 'pending' else state end,
      checkout_request_id = coalesce(checkout_request_id, ${sent.checkoutRequestId}),
      merchant_request_id = coalesce(merchant_request_id, ${sent.merchantRequestId}),
      checkout_url = ${sent.checkoutUrl},
      next_check_at = case when state in ('submitting', 'unknown') then ${nextCheckAt.toISOString()}::timestamptz
        else next_check_at end
    where id = ${id}`)

/** Marks an attempt as possibly not received by the provider. `nextCheckAt`: null if it cannot be queried. */
export const markAttemptUnknown = (db: Db, id: AttemptId, nextCheckAt: Date | null) =>
  db.rows(sql`
    update payment_attempts set state = 'unknown', next_check_at = ${nextCheckAt?.toISOString() ?? null}
    where id = ${id} and state in ('created', 'submitting')`)

export type CallbackTarget = { attempt: AttemptId | null; refund: string | null; claim: string | null }

/**
 * Returns the id of the attempt, refund or claim that a callback token belongs to. For a claim, also returns the id of
 * the order's newest attempt.
 */
export const selectCallbackTarget = (db: Db, hash: Buffer) =>
  db.row<CallbackTarget>(sql`
    select id as attempt, null::uuid as refund, null::uuid as claim from payment_attempts
      where callback_token_hash = ${hash}
    union all select null, id, null from refunds where result_token_hash = ${hash}
    union all select (select max(a.id::text)::uuid from payment_attempts a where a.order_id = c.order_id), null, c.id
      from payment_claims c where c.result_token_hash = ${hash}`)

/** Returns the id of the card attempt of the first known key, or null. Keys are our ids and the provider's ids. */
export async function selectCardAttempt(db: Db, provider: Provider, keys: readonly string[]) {
  for (const key of keys) {
    const row = await db.row<{ id: AttemptId }>(sql`
      select id from payment_attempts
      where provider = ${provider} and (reference = ${key} or checkout_request_id = ${key} or payment_intent_id = ${key}
        or id::text = ${key})`)
    if (row) return row.id
  }
  return null
}

export const selectAttemptByReference = (db: Db, reference: string) =>
  db.row<{ id: AttemptId }>(sql`select id from payment_attempts where reference = ${reference}`)

/** Returns the order id of the card attempt with this reference. */
export const selectOrderByCardReference = (db: Db, reference: string) =>
  db.row<{ orderId: OrderId }>(sql`
    select order_id as "orderId" from payment_attempts where reference = ${reference} and provider <> 'mpesa'`)

export type NewInboxEvent = {
  id: string
  provider: Provider
  raw: Buffer
  headers: Record<string, string>
  dedupeKey: string
  attempt: AttemptId | null
  /** Handles the event even if it is a duplicate, because two equal partial refunds cause identical events. */
  again?: boolean
  livemode: boolean
  now: Date
}

/** Stores an event; returns false if it is a duplicate. */
export const insertInboxEvent = async (db: Db, e: NewInboxEvent): Promise<boolean> =>
  (
    await db.rows(sql`
      insert into provider_events (id, provider, raw, headers, dedupe_key, attempt_id, received_at, livemode)
      values (${e.id}, ${e.provider}, ${e.raw}, ${toJsonb(e.headers)}, ${e.dedupeKey}, ${e.attempt},
        ${e.now.toISOString()}, ${e.livemode})
      on conflict (provider, dedupe_key) do update
        set processed_at = null, raw = excluded.raw, received_at = excluded.received_at
        where ${e.again === true}::boolean and provider_events.processed_at is not null
      returning 1`)
  ).length > 0

// Seconds from submission to each query of the provider.
const checkSchedule = sql.raw('array[10, 20, 30, 45, 60, 90, 120, 300, 900, 3600, 21600, 86400]')

/**
 * Takes the next attempt that is due. First schedules its next query, so a crash loses only one query. In the ten
 * minutes after a callback reported payment, queries repeat every 30 seconds.
 */
export const takeDueAttempt = (db: Db, now: Date) =>
  db.row<Attempt>(sql`
    with due as (
      select id from payment_attempts where next_check_at <= ${now.toISOString()} and state <> 'paid'
      order by next_check_at limit 1 for update skip locked),
    taken as (
      update payment_attempts a set checks = checks + 1,
        next_check_at = case
          when reported_at > ${now.toISOString()}::timestamptz - interval '10 minutes'
            then ${now.toISOString()}::timestamptz + interval '30 seconds'
          else (
            -- The next time in the schedule, with up to 3 % of jitter.
            select min(submitted_at + make_interval(secs => s * (1 + random() * 0.03)))
            from unnest(${checkSchedule}) s where submitted_at + make_interval(secs => s) > ${now.toISOString()}) end
      from due where a.id = due.id returning a.*)
    select ${attemptColumns} from taken a join orders o on o.id = a.order_id`)

/** Makes an order's card attempts due for a query, if they were submitted more than `seconds` ago. */
export const makeCardAttemptsDue = (db: Db, order: OrderId, now: Date, seconds: number) =>
  db.rows(sql`
    update payment_attempts set next_check_at = ${now.toISOString()}
    where order_id = ${order} and state <> 'paid' and provider <> 'mpesa' and next_check_at is not null
      and submitted_at < ${now.toISOString()}::timestamptz - make_interval(secs => ${seconds}) returning 1`)

/** Returns the buyer's e-mail address, to which the card provider writes too; '' if the account was erased. */
export const selectBuyerEmail = async (db: Db, user: UserId): Promise<string> =>
  (await db.row<{ email: string }>(sql`select email from users where id = ${user}`))?.email ?? ''

/** Schedules the next check for `at`, unless an earlier one is scheduled. */
export const scheduleAttemptCheck = (db: Db, id: AttemptId, at: Date) =>
  db.rows(sql`
    update payment_attempts set next_check_at = least(next_check_at, ${at.toISOString()}::timestamptz)
    where id = ${id} and state <> 'paid'`)
