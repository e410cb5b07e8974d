import type { AttemptId, OrderId, PaymentId, UserId } from '@pawtrait/contract/ids.ts'
import { sql } from 'drizzle-orm'
import type { DisputeState } from '#features/payments/providers/verdict.ts'
import type { Db } from '#platform/database/db.ts'

export type DisputedAttempt = {
  dispute: DisputeState | null
  orderId: OrderId
  userId: UserId | null
  /** The attempt's payment; null until the attempt is settled. */
  payment: PaymentId | null
  disposition: 'applied' | 'duplicate' | 'mismatch' | null
}

/** Locks the order, then the attempt, until the transaction ends. Settlement uses the same lock order. */
export async function lockDisputedAttempt(db: Db, attempt: AttemptId): Promise<DisputedAttempt | undefined> {
  await db.rows(sql`
    select 1 from orders where id = (select order_id from payment_attempts where id = ${attempt}) for update`)
  return db.row<DisputedAttempt>(sql`
    select a.dispute, a.order_id as "orderId", o.user_id as "userId", p.id as payment, p.disposition
    from payment_attempts a join orders o on o.id = a.order_id left join payments p on p.attempt_id = a.id
    where a.id = ${attempt} for update of a`)
}

export const updateAttemptDispute = (db: Db, id: AttemptId, dispute: DisputeState, now: Date) =>
  db.rows(sql`
    update payment_attempts set dispute = ${dispute}, disputed_at = coalesce(disputed_at, ${now.toISOString()})
    where id = ${id}`)

/** Marks an unsettled attempt as disputed by the payer's bank. Returns false if it is already marked or settled. */
export const markAttemptDisputed = async (db: Db, id: AttemptId): Promise<boolean> =>
  (
    await db.rows(sql`
      update payment_attempts set manual_reason = 'disputed'
      where id = ${id} and state <> 'paid' and manual_reason is distinct from 'disputed' returning 1`)
  ).length > 0

/** Marks an attempt as failed because its money was returned. Returns false if it is already marked or settled. */
export const markAttemptReturned = async (db: Db, id: AttemptId): Promise<boolean> =>
  (
    await db.rows(sql`
      update payment_attempts set state = 'failed', result_code = 'returned', manual_reason = null
      where id = ${id} and state <> 'paid' and (state, result_code) is distinct from ('failed', 'returned')
      returning 1`)
  ).length > 0

export const markOrderDisputed = (db: Db, order: OrderId, now: Date) =>
  db.rows(sql`update orders set disputed_at = coalesce(disputed_at, ${now.toISOString()}) where id = ${order}`)

/** Completes a pending refund, because the payer's bank has already taken the money back. */
export const markRefundDoneByDispute = (db: Db, payment: PaymentId, now: Date) =>
  db.rows(sql`
    update refunds set state = 'done', done_at = ${now.toISOString()}, provider_refund_id = 'dispute',
      next_check_at = null
    where payment_id = ${payment} and state <> 'done'`)

/** Stores Stripe's payment intent: the only id in Stripe's events about disputes and dashboard refunds. */
export const updatePaymentIntentId = (db: Db, id: AttemptId, intent: string) =>
  db.rows(sql`
    update payment_attempts set payment_intent_id = ${intent} where id = ${id} and payment_intent_id is null`)
