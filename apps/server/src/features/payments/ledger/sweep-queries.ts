import type { AttemptId, OrderId, UserId } from '@pawtrait/contract/ids.ts'
import { sql } from 'drizzle-orm'
import { type Attempt, attemptColumns, type Provider } from '#features/payments/queries.ts'
import type { Db } from '#platform/database/db.ts'

/** Cancels attempts that a crash interrupted before submission. A crash during submission makes them `unknown`. */
export const sweepInterruptedAttempts = (db: Db, now: Date, queryable: readonly Provider[]) =>
  db.rows(sql`
    update payment_attempts set
      state = case state when 'created' then 'canceled' else 'unknown' end,
      -- Only these providers can be queried by our reference; the others need an id that the crash may have lost.
      next_check_at = case when state = 'submitting' and provider = any(${`{${queryable.join(',')}}`}::text[])
        then ${now.toISOString()}::timestamptz end
    where (state = 'created' and created_at < ${now.toISOString()}::timestamptz - interval '5 minutes')
      or (state = 'submitting' and submitted_at < ${now.toISOString()}::timestamptz - interval '60 seconds')`)

export type AttemptEndedByCallback = { id: AttemptId; code: string; userId: UserId | null; orderId: OrderId }

/**
 * Returns prompts that a callback reported as ended, while no query has confirmed the end: they are still `pending`.
 * Omits prompts that started after `startedBefore`.
 */
export const selectAttemptsEndedByCallback = (db: Db, startedBefore: Date) =>
  db.rows<AttemptEndedByCallback>(sql`
    select a.id, a.result_code as code, o.user_id as "userId", a.order_id as "orderId"
    from payment_attempts a join orders o on o.id = a.order_id
    where a.state = 'pending' and a.provider = 'mpesa' and a.result_code is not null and a.reported_at is null
      and a.created_at <= ${startedBefore.toISOString()}`)

/** Ends an attempt with the state that its callback reported. Queries to the provider continue. */
export const markAttemptEndedByCallback = (db: Db, id: AttemptId, state: 'failed' | 'canceled' | 'expired') =>
  db.rows(sql`update payment_attempts set state = ${state} where id = ${id} and state = 'pending' returning 1`)

/**
 * Escalates attempts to the operator, and returns them: M-Pesa attempts that have no result after a day, and attempts
 * with a reported payment that no query has confirmed within ten minutes.
 */
export const escalateUnsettledAttempts = (db: Db, now: Date) =>
  db.rows<Attempt>(sql`
    with found as (
      update payment_attempts a set
        state = case when state = 'pending' then 'unknown' else state end,
        manual_reason = case when reported_at is null then 'no-verdict' else 'unconfirmed-callback' end
      where state in ('pending', 'unknown', 'expired', 'failed', 'canceled') and manual_reason is null
        and ((state in ('pending', 'unknown') and submitted_at < ${now.toISOString()}::timestamptz - interval '24 hours'
            and provider = 'mpesa')
          or reported_at < ${now.toISOString()}::timestamptz - interval '10 minutes')
      returning a.*)
    select ${attemptColumns} from found a join orders o on o.id = a.order_id`)

/** Expires card pages on which no payment was completed within 25 hours. */
export const expireAbandonedCardPages = (db: Db, now: Date) =>
  db.rows(sql`
    update payment_attempts set state = 'expired', result_code = 'abandoned', next_check_at = null
    where state in ('pending', 'unknown') and provider <> 'mpesa'
      and submitted_at < ${now.toISOString()}::timestamptz - interval '25 hours'`)
