import type { OrderId, PaymentId, UserId } from '@pawtrait/contract/ids.ts'
import { sql } from 'drizzle-orm'
import type { OperatorQueueItem } from '#features/payments/ledger/payment-queue-queries.ts'
import type { Db } from '#platform/database/db.ts'

type NewRefundRequest = {
  id: string
  user: UserId
  payment: PaymentId
  words: string
  livemode: boolean
  now: Date
}

/** Stores a buyer's refund request. Returns false if the payment already has one. */
export const insertRefundRequest = async (db: Db, r: NewRefundRequest): Promise<boolean> =>
  (
    await db.rows(sql`
      insert into refund_requests (id, user_id, payment_id, words, livemode, created_at)
      values (${r.id}, ${r.user}, ${r.payment}, ${r.words}, ${r.livemode}, ${r.now.toISOString()})
      on conflict (payment_id) do nothing returning 1`)
  ).length > 0

/** Refuses the open refund request for a payment. Returns user and order; undefined if no request is open. */
export const markRefundRequestRefused = (db: Db, payment: PaymentId, refusal: string, now: Date) =>
  db.row<{ userId: UserId; orderId: OrderId }>(sql`
    update refund_requests q set refusal = ${refusal}, refused_at = ${now.toISOString()}
    from payments p where p.id = q.payment_id and q.payment_id = ${payment} and q.refused_at is null
    returning q.user_id as "userId", p.order_id as "orderId"`)

/** Returns unanswered refund requests. Their id in the operator's queue is the payment's id. */
export const selectRefundRequestQueue = (db: Db) =>
  db.rows<OperatorQueueItem>(sql`
    select p.id, 'asked for: ' || q.words as what, 'waiting' as state, p.amount_minor as "amountMinor", p.currency,
      p.provider, a.reference, p.receipt_code as "receiptCode", u.username, q.created_at as "createdAt", q.livemode
    from refund_requests q join payments p on p.id = q.payment_id join payment_attempts a on a.id = p.attempt_id
      join users u on u.id = q.user_id
    where q.refused_at is null and not exists (select 1 from refunds f where f.payment_id = p.id)
      and not exists (select 1 from credits c where c.payment_id = p.id)`)
