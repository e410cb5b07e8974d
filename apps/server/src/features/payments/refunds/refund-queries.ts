import type { OrderId, PaymentId, UserId } from '@pawtrait/contract/ids.ts'
import { sql } from 'drizzle-orm'
import type { Provider } from '#features/payments/queries.ts'
import type { Db } from '#platform/database/db.ts'

export type RefundState = 'requested' | 'sent' | 'done' | 'failed' | 'manual'

export type RefundablePayment = {
  payment: PaymentId
  orderId: OrderId
  userId: UserId | null
  provider: Provider
  providerTxnId: string
  receiptCode: string | null
  reference: string
  amountMinor: string
  creditedMinor: string
  currency: string
  disposition: 'applied' | 'duplicate' | 'mismatch'
  livemode: boolean
  paidAt: string
  /** True after a lost chargeback: the payer's bank has taken the payment back. */
  isTaken: boolean
  /** True while a dispute about the payment is open. */
  isDisputed: boolean
  refund: { id: string; state: RefundState; providerRefundId: string | null; sentAt: string | null } | null
}

const refundable = sql`p.id as payment, p.order_id as "orderId", o.user_id as "userId", p.provider,
  p.provider_txn_id as "providerTxnId", p.receipt_code as "receiptCode", a.reference, p.amount_minor as "amountMinor",
  (select coalesce(sum(c.amount_minor), 0) from credits c where c.payment_id = p.id)::text as "creditedMinor",
  p.currency, p.disposition, p.livemode, p.created_at as "paidAt", a.dispute is not distinct from 'lost' as "isTaken",
  a.dispute is not distinct from 'open' as "isDisputed",
  case when f.id is null then null else json_build_object('id', f.id, 'state', f.state,
    'providerRefundId', f.provider_refund_id,
    'sentAt', to_char(f.sent_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) end as refund
  from payments p join orders o on o.id = p.order_id join payment_attempts a on a.id = p.attempt_id
    left join refunds f on f.payment_id = p.id left join receipts r on r.payment_id = p.id`

export const selectRefundableByReceipt = (db: Db, livemode: boolean, no: number) =>
  db.row<RefundablePayment>(sql`select ${refundable} where r.livemode = ${livemode} and r.no = ${no}`)

/** Returns a payment by its id, or by the id of its refund. */
export const selectRefundableById = (db: Db, id: string) =>
  db.row<RefundablePayment>(sql`select ${refundable} where f.id = ${id} or p.id = ${id}`)

export const selectRefundableOfAttempt = (db: Db, attempt: string) =>
  db.row<RefundablePayment>(sql`select ${refundable} where p.attempt_id = ${attempt}`)

/** Locks a payment's refund; inserts one if there is none. */
export const lockOrInsertRefund = (
  db: Db,
  r: { id: string; payment: PaymentId; amountMinor: string; reason: string; livemode: boolean; now: Date },
) =>
  db.row<{ id: string; state: RefundState }>(sql`
    insert into refunds as f (id, payment_id, amount_minor, state, reason, livemode, created_at)
    values (${r.id}, ${r.payment}, ${r.amountMinor}, 'requested', ${r.reason}, ${r.livemode}, ${r.now.toISOString()})
    on conflict (payment_id) do update set reason = f.reason returning id, state`)

/** Marks a refund as sent, before the provider is called. The first check follows five minutes later. */
export const markRefundSent = (db: Db, id: string, amountMinor: bigint, tokenHash: Buffer, now: Date) =>
  db.rows(sql`
    update refunds set state = 'sent', sent_at = ${now.toISOString()}, amount_minor = ${String(amountMinor)},
      result_token_hash = ${tokenHash}, checks = 0,
      next_check_at = ${now.toISOString()}::timestamptz + interval '5 minutes'
    where id = ${id}`)

/** Takes the next due refund without a result. First schedules its next query; intervals triple, up to a day. */
export const takeDueRefund = (db: Db, now: Date) =>
  db.row<{ payment: PaymentId }>(sql`
    with due as (
      select id from refunds where next_check_at <= ${now.toISOString()} and state = 'sent'
      order by next_check_at limit 1 for update skip locked)
    update refunds f set checks = f.checks + 1, next_check_at = ${now.toISOString()}::timestamptz
      + least(interval '15 minutes' * power(3, least(f.checks, 6)), interval '1 day')
    from due where f.id = due.id returning f.payment_id as payment`)

export const updateProviderRefundId = (db: Db, id: string, providerRefundId: string | null) =>
  db.rows(sql`
    update refunds set provider_refund_id = coalesce(${providerRefundId}, provider_refund_id) where id = ${id}`)

/** Sets the state of a refund and ends its automatic checks. Does nothing if the refund is `done`. */
export const markRefundManual = (db: Db, id: string, state: 'manual' | 'failed') =>
  db.rows(sql`update refunds set state = ${state}, next_check_at = null where id = ${id} and state <> 'done'`)

/** Marks a refund as done. Returns false if it was already done. */
export const markRefundDone = async (db: Db, id: string, note: string | null, now: Date): Promise<boolean> =>
  (
    await db.rows(sql`
      update refunds set state = 'done', done_at = ${now.toISOString()}, next_check_at = null,
        provider_refund_id = coalesce(${note}, provider_refund_id)
      where id = ${id} and state <> 'done' returning 1`)
  ).length > 0
