import { sql } from 'drizzle-orm'
import type { Provider } from '#features/payments/queries.ts'
import type { Db } from '#platform/database/db.ts'

export type OperatorQueueItem = {
  id: string
  what: string
  state: string
  /** Null if the payment is unknown to this instance. */
  amountMinor: string | null
  currency: string | null
  provider: Provider
  reference: string
  receiptCode: string | null
  username: string | null
  createdAt: string
  livemode: boolean
}

/** Returns the operator's work, oldest first: refunds, unconfirmed payments, disputes, and unmatched events. */
export const selectPaymentQueue = (db: Db) =>
  db.rows<OperatorQueueItem>(sql`
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
    select a.id, 'dispute', o.state, p.amount_minor, p.currency, a.provider, a.reference, null, u.username,
      a.disputed_at, a.livemode
    from payment_attempts a join orders o on o.id = a.order_id join payments p on p.attempt_id = a.id
      left join users u on u.id = o.user_id
    where a.dispute = 'open'
    union all
    select e.id, e.outcome, 'unmatched', null, null, e.provider, '-', null, null, e.received_at, e.livemode
    from provider_events e where e.outcome like 'unmatched%'
    order by "createdAt"`)

/** Stores the operator's note on a refund or dispute of a payment that is unknown to this instance. */
export const updateInboxEventNote = async (db: Db, id: string, note: string): Promise<boolean> =>
  (
    await db.rows(sql`
      update provider_events set outcome = ${`noted: ${note}`}
      where id = ${id} and outcome like 'unmatched%' returning 1`)
  ).length > 0
