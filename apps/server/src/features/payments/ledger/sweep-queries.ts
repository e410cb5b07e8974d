import type { AttemptId, OrderId, UserId } from '@pawtrait/contract/ids.ts'
import { sql } from 'drizzle-orm'
import { type Attempt, attempt, type Provider } from '#features/payments/queries.ts'
import type { Db } from '#platform/database/db.ts'

/** Tries that a crash left before or during their handing over. `askable`: whom our reference is enough to ask. */
export const sweepEarlyAttempts = (db: Db, now: Date, askable: readonly Provider[]) =>
  db.rows(sql`
    update payment_attempts set
      state = case state when 'created' then 'canceled' else 'unknown' end,
      -- Only these can be asked by our reference; of the others we may not have the provider's id yet.
      next_check_at = case when state = 'submitting' and provider = any(${`{${askable.join(',')}}`}::text[])
        then ${now.toISOString()}::timestamptz end
    where (state = 'created' and created_at < ${now.toISOString()}::timestamptz - interval '5 minutes')
      or (state = 'submitting' and submitted_at < ${now.toISOString()}::timestamptz - interval '60 seconds')`)

export type HeardAttempt = { id: AttemptId; code: string; userId: UserId | null; orderId: OrderId }

/** Prompts whose time is over, and of which only a callback has said that they have ended. */
export const selectHeardAttempts = (db: Db, startedBefore: Date) =>
  db.rows<HeardAttempt>(sql`
    select a.id, a.result_code as code, o.user_id as "userId", a.order_id as "orderId"
    from payment_attempts a join orders o on o.id = a.order_id
    where a.state = 'pending' and a.provider = 'mpesa' and a.result_code is not null and a.reported_at is null
      and a.created_at <= ${startedBefore.toISOString()}`)

/** As ended as a callback says, and still asked about. */
export const updateAttemptGivenUp = (db: Db, id: AttemptId, state: 'failed' | 'canceled' | 'expired') =>
  db.rows(sql`update payment_attempts set state = ${state} where id = ${id} and state = 'pending' returning 1`)

/** Tries without a verdict after a day, and callbacks that no query has confirmed in ten minutes: for a person. */
export const sweepUnsettledAttempts = (db: Db, now: Date) =>
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
    select ${attempt} from found a join orders o on o.id = a.order_id`)

/** Card pages that nobody finished in a day. */
export const sweepAbandonedCards = (db: Db, now: Date) =>
  db.rows(sql`
    update payment_attempts set state = 'expired', result_code = 'abandoned', next_check_at = null
    where state in ('pending', 'unknown') and provider <> 'mpesa'
      and submitted_at < ${now.toISOString()}::timestamptz - interval '25 hours'`)
