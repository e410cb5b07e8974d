import type { AttemptId, OrderId, UserId } from '@pawtrait/contract/ids.ts'
import { sql } from 'drizzle-orm'
import type { ReceiptSnapshot } from '#features/payments/ledger/ledger-queries.ts'
import type { AttemptState, OrderState, Provider } from '#features/payments/queries.ts'
import type { Db } from '#platform/database/db.ts'

export type AttemptRow = {
  id: AttemptId
  provider: Provider
  state: AttemptState
  resultCode: string | null
  reportedAt: string | null
  phoneEnd: string | null
  reference: string
  checkoutUrl: string | null
  card: string | null
  createdAt: string
}

export type OrderRow = {
  id: OrderId
  state: OrderState
  amountMinor: string
  currency: string
  planCode: string
  planPeriod: string
  planPriceMinor: string
  livemode: boolean
  createdAt: string
  /** The paid attempt of the order, or its newest attempt if none is paid. */
  attempt: AttemptRow | null
  receiptNo: number | null
  premiumUntil: string | null
  methodDetail: string | null
  refundDue: boolean
}

const mainAttempt = sql`(
  select json_build_object('id', a.id, 'provider', a.provider, 'state', a.state, 'resultCode', a.result_code,
    'reportedAt', a.reported_at, 'phoneEnd', a.phone_end, 'reference', a.reference, 'checkoutUrl', a.checkout_url,
    'card', a.card, 'createdAt', to_char(a.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
  from payment_attempts a where a.order_id = o.id
  order by a.state = 'paid' desc, a.id desc limit 1)`

export const selectOrder = (db: Db, user: UserId, id: OrderId) =>
  db.row<OrderRow>(sql`
    select o.id, o.state, o.amount_minor as "amountMinor", o.currency, p.code as "planCode", p.period as "planPeriod",
      p.price_minor as "planPriceMinor", o.livemode, o.created_at as "createdAt", ${mainAttempt} as attempt,
      (select r.no from receipts r join payments pay on pay.id = r.payment_id where pay.order_id = o.id) as "receiptNo",
      (select upper(during) from plan_periods pp where pp.order_id = o.id and pp.state = 'active') as "premiumUntil",
      (select coalesce(pay.receipt_code, pay.method) from payments pay
        where pay.order_id = o.id and pay.disposition = 'applied') as "methodDetail",
      exists (select 1 from payments pay where pay.order_id = o.id and pay.disposition <> 'applied') as "refundDue"
    from orders o join plans p on p.id = o.plan_id where o.id = ${id} and o.user_id = ${user}`)

/**
 * Returns the user's order if its newest attempt may still be paid: an open prompt, or a card page that may be in use.
 * Includes cancelled orders, as their prompt may be open. Ignores attempts older than a day: the operator handles them.
 */
export const selectWaitingOrder = (db: Db, user: UserId, now: Date) =>
  db.row<{ id: OrderId }>(sql`
    select o.id from orders o join lateral (
      select a.id, a.state, a.result_code, a.created_at from payment_attempts a where a.order_id = o.id
      order by a.id desc limit 1) a on true
    where o.user_id = ${user} and o.state in ('open', 'canceled')
      and a.state in ('created', 'submitting', 'pending', 'unknown') and a.result_code is distinct from 'abandoned'
      and a.created_at > ${now.toISOString()}::timestamptz - interval '24 hours'
    order by a.id desc limit 1`)

/** Locks order creation per user until the transaction ends. */
export const lockUserOrders = (db: Db, user: UserId) =>
  db.rows(sql`select pg_advisory_xact_lock(hashtext('orders'), hashtext(${user}))`)

/** Returns the order with this idempotency key, or else the user's open order, which may have an outdated price. */
export const selectReusableOrder = (db: Db, user: UserId, key: string) =>
  db.row<{ id: OrderId }>(sql`
    select id from orders where user_id = ${user} and (idempotency_key = ${key} or state = 'open')
    order by idempotency_key = ${key} desc, id desc limit 1`)

/** Cancels a user's open orders that were made before `createdBefore`, or in the other mode (test or live). */
export const cancelOutdatedOrders = (db: Db, user: UserId, livemode: boolean, createdBefore: Date) =>
  db.rows(sql`
    update orders set state = 'canceled' where user_id = ${user} and state = 'open'
      and (livemode <> ${livemode} or created_at <= ${createdBefore.toISOString()})`)

export type NewOrder = {
  id: OrderId
  user: UserId
  plan: string
  amountMinor: string
  currency: string
  key: string
  livemode: boolean
  now: Date
}

export const insertOrder = (db: Db, o: NewOrder) =>
  db.rows(sql`
    insert into orders (id, user_id, plan_id, amount_minor, currency, state, idempotency_key, livemode, created_at)
    values (${o.id}, ${o.user}, ${o.plan}, ${o.amountMinor}, ${o.currency}, 'open', ${o.key}, ${o.livemode},
      ${o.now.toISOString()})`)

/** Cancels an open order and its card attempt. A payment that arrives later is still accepted. */
export const markOrderCanceled = (db: Db, user: UserId, id: OrderId) =>
  db.rows(sql`
    with given_up as (
      update orders set state = 'canceled' where id = ${id} and user_id = ${user} and state = 'open' returning id)
    update payment_attempts a set state = 'canceled', result_code = 'canceled' from given_up
    where a.order_id = given_up.id and a.provider <> 'mpesa' and a.state in ('created', 'submitting', 'pending')`)

/** Locks an order until the transaction ends. All transactions lock an order before its attempts. */
export const lockOrder = (db: Db, id: OrderId) =>
  db.row<{ state: OrderState; createdAt: string; livemode: boolean }>(sql`
    select state, created_at as "createdAt", livemode from orders where id = ${id} for update`)

/** Cancels open orders that were made before `createdBefore` and have no attempt in progress. */
export const cancelExpiredOrders = (db: Db, createdBefore: Date) =>
  db.rows(sql`
    update orders o set state = 'canceled' where state = 'open' and created_at <= ${createdBefore.toISOString()}
      and not exists (select 1 from payment_attempts a
        where a.order_id = o.id and a.state in ('created', 'submitting', 'pending'))`)

export type ReceiptRow = {
  no: number
  createdAt: string
  snapshot: ReceiptSnapshot
  provider: Provider
  receiptCode: string | null
  method: string | null
  phoneEnd: string | null
  /** Amounts returned to the payer, in minor units, as text. */
  credits: { at: string; amountMinor: string }[]
  livemode: boolean
}

export const selectReceipt = (db: Db, user: UserId, livemode: boolean, no: number) =>
  db.row<ReceiptRow>(sql`
    select r.no, r.created_at as "createdAt", r.snapshot, p.provider,
      p.receipt_code as "receiptCode", p.method, a.phone_end as "phoneEnd", r.livemode, (
        select coalesce(json_agg(json_build_object('amountMinor', c.amount_minor::text,
          'at', to_char(c.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
          order by c.created_at, c.id), '[]')
        from credits c where c.payment_id = r.payment_id) as credits
    from receipts r join payments p on p.id = r.payment_id join payment_attempts a on a.id = p.attempt_id
      join orders o on o.id = p.order_id
    where r.livemode = ${livemode} and r.no = ${no} and o.user_id = ${user}`)
