import type { AttemptId, OrderId, PaymentId, UserId } from '@pawtrait/contract/ids.ts'
import { sql } from 'drizzle-orm'
import type { DisputeState } from '#features/payments/providers/verdict.ts'
import type { AttemptState, OrderState, Provider } from '#features/payments/queries.ts'
import type { PaymentMail } from '#features/payments/receipts/mail-payment-confirmation.ts'
import type { Db } from '#platform/database/db.ts'

export type Buyer = { fullname: string; username: string }

/** Content of a receipt, copied at the time of purchase. Later changes do not affect it. */
export type ReceiptSnapshot = {
  seller: { name: string; address: string; kraPin: string }
  /** The buyer's names at the time of purchase; null after the buyer's account was erased. */
  buyer: Buyer | null
  plan: string
  term: string
  period: { from: string; until: string }
  amountMinor: string
  currency: string
  /** VAT rate in hundredths of a percent. If it is 0, the receipt has no tax line. */
  vatRateBps: number
  vatMinor: string
}

const toJsonb = (value: unknown) => sql`${JSON.stringify(value)}::text::jsonb`

export type LockedAttempt = {
  orderId: OrderId
  userId: UserId | null
  buyer: Buyer | null
  planId: string
  planCode: string
  planPeriod: string
  provider: Provider
  state: AttemptState
  dispute: DisputeState | null
  orderState: OrderState
  amountMinor: string
  currency: string
  livemode: boolean
}

/** Locks the order, then the attempt, until the transaction ends. All writers use this lock order. */
export async function lockAttempt(db: Db, attempt: AttemptId): Promise<LockedAttempt | undefined> {
  await db.rows(sql`
    select 1 from orders where id = (select order_id from payment_attempts where id = ${attempt}) for update`)
  return db.row<LockedAttempt>(sql`
    select o.id as "orderId", o.user_id as "userId", o.plan_id as "planId",
      case when u.id is null then null else json_build_object('fullname', u.fullname, 'username', u.username) end
        as buyer, p.code as "planCode",
      p.period as "planPeriod", a.provider, a.state, a.dispute,
      o.state as "orderState", o.amount_minor as "amountMinor",
      o.currency, o.livemode
    from payment_attempts a join orders o on o.id = a.order_id join plans p on p.id = o.plan_id
      left join users u on u.id = o.user_id
    where a.id = ${attempt} for update of a, o`)
}

export const hasAppliedPayment = async (db: Db, order: OrderId) =>
  (await db.row(sql`select 1 from payments where order_id = ${order} and disposition = 'applied'`)) !== undefined

export type NewPayment = {
  id: PaymentId
  attempt: AttemptId
  order: OrderId
  provider: Provider
  providerTxnId: string
  receiptCode: string | null
  method: string | null
  amountMinor: bigint
  currency: string
  disposition: 'applied' | 'duplicate' | 'mismatch'
  confirmedBy: 'query' | 'callback' | 'operator'
  livemode: boolean
  now: Date
}

/** Inserts a payment. Returns false if the provider's transaction is already in the ledger. */
export const insertPayment = async (db: Db, p: NewPayment): Promise<boolean> =>
  (
    await db.rows(sql`
      insert into payments (id, attempt_id, order_id, provider, provider_txn_id, receipt_code, method, amount_minor,
        currency, disposition, confirmed_by, livemode, created_at)
      values (${p.id}, ${p.attempt}, ${p.order}, ${p.provider}, ${p.providerTxnId}, ${p.receiptCode}, ${p.method},
        ${String(p.amountMinor)}, ${p.currency}, ${p.disposition}, ${p.confirmedBy}, ${p.livemode},
        ${p.now.toISOString()})
      on conflict (provider, provider_txn_id) do nothing returning 1`)
  ).length > 0

/** Adds the M-Pesa code to a payment that a query confirmed without it. */
export const updateReceiptCode = (db: Db, providerTxnId: string, code: string) =>
  db.rows(sql`
    update payments set receipt_code = ${code}
    where provider = 'mpesa' and provider_txn_id = ${providerTxnId} and receipt_code is null
      and not exists (select 1 from payments where receipt_code = ${code})`)

export const markAttemptPaid = (db: Db, id: AttemptId) =>
  db.rows(sql`
    update payment_attempts set state = 'paid', next_check_at = null, manual_reason = null where id = ${id}`)

export const updateOrderState = (db: Db, id: OrderId, state: OrderState) =>
  db.rows(sql`update orders set state = ${state} where id = ${id}`)

/** Returns the next receipt number. Locks the counter until the transaction ends. A rollback frees the number. */
export async function allocateReceiptNumber(db: Db, livemode: boolean): Promise<number> {
  const counter = await db.row<{ last: number }>(sql`
    insert into receipt_counters as c (livemode, last) values (${livemode}, 1)
    on conflict (livemode) do update set last = c.last + 1 returning last`)
  if (!counter) throw new Error('the receipt counter returned no number')
  return counter.last
}

export type NewReceipt = {
  id: string
  no: number
  payment: PaymentId
  snapshot: ReceiptSnapshot
  livemode: boolean
  now: Date
}

export const insertReceipt = (db: Db, r: NewReceipt) =>
  db.rows(sql`
    insert into receipts (id, no, payment_id, snapshot, livemode, created_at)
    values (${r.id}, ${r.no}, ${r.payment}, ${toJsonb(r.snapshot)}, ${r.livemode}, ${r.now.toISOString()})`)

export type NewRefund = {
  id: string
  payment: PaymentId
  amountMinor: bigint
  reason: string
  livemode: boolean
  now: Date
}

/** Inserts a refund, unless the payment already has one. */
export const insertRefund = (db: Db, r: NewRefund) =>
  db.rows(sql`
    insert into refunds (id, payment_id, amount_minor, state, reason, livemode, created_at)
    values (${r.id}, ${r.payment}, ${String(r.amountMinor)}, 'requested', ${r.reason}, ${r.livemode},
      ${r.now.toISOString()})
    on conflict (payment_id) do nothing`)

/** Returns the data of the mail about a payment that bought Premium; undefined if the buyer's account is deleted. */
export const selectPaymentMail = (db: Db, payment: PaymentId) =>
  db.row<PaymentMail>(sql`
    select u.username, u.email, p.amount_minor as "amountMinor", p.currency, upper(pp.during) as until,
      u.time_zone as "timeZone", r.no, r.livemode
    from payments p join orders o on o.id = p.order_id join users u on u.id = o.user_id
      join plan_periods pp on pp.order_id = o.id join receipts r on r.payment_id = p.id
    where p.id = ${payment} and u.deleted_at is null`)
