import type { OrderId, PaymentId, UserId } from '@pawtrait/contract/ids.ts'
import { sql } from 'drizzle-orm'
import type { Db } from '#platform/db.ts'
import type { AttemptState, Provider } from './queries.ts'

export type RefundState = 'requested' | 'sent' | 'done' | 'failed' | 'manual'

export type Refundable = {
  payment: PaymentId
  orderId: OrderId
  userId: UserId | null
  provider: Provider
  providerTxnId: string
  receiptCode: string | null
  reference: string
  amountMinor: string
  currency: string
  disposition: 'applied' | 'duplicate' | 'mismatch'
  livemode: boolean
  paidAt: string
  attempt: AttemptState
  refund: { id: string; state: RefundState } | null
}

const refundable = sql`p.id as payment, p.order_id as "orderId", o.user_id as "userId", p.provider,
  p.provider_txn_id as "providerTxnId", p.receipt_code as "receiptCode", a.reference, p.amount_minor as "amountMinor",
  p.currency, p.disposition, p.livemode, p.created_at as "paidAt", a.state as attempt,
  case when f.id is null then null else json_build_object('id', f.id, 'state', f.state) end as refund
  from payments p join orders o on o.id = p.order_id join payment_attempts a on a.id = p.attempt_id
    left join refunds f on f.payment_id = p.id left join receipts r on r.payment_id = p.id`

/** The payment of a receipt's number. */
export const selectRefundableByReceipt = (db: Db, livemode: boolean, no: number) =>
  db.row<Refundable>(sql`select ${refundable} where r.livemode = ${livemode} and r.no = ${no}`)

/** The payment of a refund, or a payment, by its id. */
export const selectRefundableById = (db: Db, id: string) =>
  db.row<Refundable>(sql`select ${refundable} where f.id = ${id} or p.id = ${id}`)

/** The payment that an attempt made. */
export const selectRefundableOfAttempt = (db: Db, attempt: string) =>
  db.row<Refundable>(sql`select ${refundable} where p.attempt_id = ${attempt}`)

/** Locks a payment's refund, written now where there is none. */
export const lockRefund = (
  db: Db,
  r: { id: string; payment: PaymentId; amountMinor: string; reason: string; livemode: boolean; now: Date },
) =>
  db.row<{ id: string; state: RefundState }>(sql`
    insert into refunds as f (id, payment_id, amount_minor, state, reason, livemode, created_at)
    values (${r.id}, ${r.payment}, ${r.amountMinor}, 'requested', ${r.reason}, ${r.livemode}, ${r.now.toISOString()})
    on conflict (payment_id) do update set reason = f.reason returning id, state`)

/** On its way to the provider; written before anything is sent. */
export const updateRefundSent = (db: Db, id: string, tokenHash: Buffer | null, now: Date) =>
  db.rows(sql`
    update refunds set state = 'sent', sent_at = ${now.toISOString()}, result_token_hash = ${tokenHash}
    where id = ${id}`)

export const updateRefundId = (db: Db, id: string, providerRefundId: string | null) =>
  db.rows(sql`
    update refunds set provider_refund_id = coalesce(${providerRefundId}, provider_refund_id) where id = ${id}`)

/** Waits for a person; nothing leaves `done`. */
export const updateRefundManual = (db: Db, id: string, state: 'manual' | 'failed') =>
  db.rows(sql`update refunds set state = ${state} where id = ${id} and state <> 'done'`)

/** False when it was done already. */
export const updateRefundDone = async (db: Db, id: string, note: string | null, now: Date): Promise<boolean> =>
  (
    await db.rows(sql`
      update refunds set state = 'done', done_at = ${now.toISOString()},
        provider_refund_id = coalesce(${note}, provider_refund_id)
      where id = ${id} and state <> 'done' returning 1`)
  ).length > 0

/** The credit-note line of a payment's receipt. */
export const updateReceiptCredited = (db: Db, payment: PaymentId, amountMinor: string, now: Date) =>
  db.rows(sql`
    update receipts set credited_at = ${now.toISOString()}, credited_minor = ${amountMinor}
    where payment_id = ${payment} and credited_at is null`)

export const updateOrderDisputed = (db: Db, order: OrderId, now: Date) =>
  db.rows(sql`update orders set disputed_at = coalesce(disputed_at, ${now.toISOString()}) where id = ${order}`)

export type QueueLine = {
  id: string
  what: string
  state: string
  amountMinor: string
  currency: string
  provider: Provider
  reference: string
  receiptCode: string | null
  username: string | null
  createdAt: string
  livemode: boolean
}

/** What waits for a person: money to be given back, and payments nobody could confirm. Oldest first. */
export const selectQueue = (db: Db) =>
  db.rows<QueueLine>(sql`
    select f.id, 'refund: ' || f.reason as what, f.state, f.amount_minor as "amountMinor", p.currency, p.provider,
      a.reference, p.receipt_code as "receiptCode", u.username, f.created_at as "createdAt", f.livemode
    from refunds f join payments p on p.id = f.payment_id join payment_attempts a on a.id = p.attempt_id
      join orders o on o.id = p.order_id left join users u on u.id = o.user_id
    where f.state <> 'done'
    union all
    select a.id, a.manual_reason, a.state, o.amount_minor, o.currency, a.provider, a.reference,
      a.reported->>'receiptCode', u.username, a.created_at, a.livemode
    from payment_attempts a join orders o on o.id = a.order_id left join users u on u.id = o.user_id
    where a.manual_reason is not null
    union all
    select o.id, 'dispute', o.state, o.amount_minor, o.currency, a.provider, a.reference, null, u.username,
      o.disputed_at, o.livemode
    from orders o join payments p on p.order_id = o.id and p.disposition = 'applied'
      join payment_attempts a on a.id = p.attempt_id left join users u on u.id = o.user_id
    where o.disputed_at is not null and o.state = 'fulfilled'
    order by "createdAt"`)
