import type { OrderId, UserId } from '@pawtrait/contract/ids.ts'
import { sql } from 'drizzle-orm'
import type { AttemptState, Provider } from '#features/payments/queries.ts'
import type { Db } from '#platform/database/db.ts'

export type HistoryRow = {
  /** Id of the payment, or of an unpaid attempt. */
  id: string
  orderId: OrderId
  createdAt: string
  /** Amount that was paid; 0 for an unpaid attempt. */
  amountMinor: string
  currency: string
  provider: Provider
  receiptCode: string | null
  method: string | null
  /** State of an unpaid attempt; null for a payment. */
  attempt: AttemptState | null
  refundState: string | null
  creditedMinor: string
  /** True if the payer's bank has returned the money to the payer. */
  isTaken: boolean
  /** True if the buyer has requested a refund. */
  isAskedFor: boolean
  /** The operator's reason for refusing the refund. */
  refusal: string | null
  receiptNo: number | null
  /** Start and end of the Premium period that the payment bought; null if none. */
  from: string | null
  until: string | null
  livemode: boolean
}

/** Returns payments and unpaid attempts of a user, with ids below `before`, newest first. */
export const selectPaymentHistory = (db: Db, user: UserId, before: string, limit: number) =>
  db.rows<HistoryRow>(sql`
    (select p.id, p.order_id as "orderId", p.created_at as "createdAt", p.amount_minor as "amountMinor", p.currency,
      p.provider, p.receipt_code as "receiptCode", p.method, null as attempt, f.state as "refundState",
      coalesce(r.credited_minor, 0)::text as "creditedMinor", a.dispute is not distinct from 'lost' as "isTaken",
      q.id is not null as "isAskedFor", q.refusal, r.no as "receiptNo", lower(pp.during) as "from",
      upper(pp.during) as until, p.livemode
    from payments p join orders o on o.id = p.order_id join payment_attempts a on a.id = p.attempt_id
      left join refund_requests q on q.payment_id = p.id left join receipts r on r.payment_id = p.id
      left join refunds f on f.payment_id = p.id
      left join plan_periods pp on pp.order_id = p.order_id and p.disposition = 'applied'
    where o.user_id = ${user} and p.id < ${before} order by p.id desc limit ${limit}::int)
    union all
    (select a.id, a.order_id, a.created_at, 0, o.currency, a.provider, null, null, a.state, null, '0', false, false,
      null, null, null, null, a.livemode
    from payment_attempts a join orders o on o.id = a.order_id
    where o.user_id = ${user} and a.state <> 'paid' and a.id < ${before} order by a.id desc limit ${limit}::int)
    order by id desc limit ${limit}::int`)
