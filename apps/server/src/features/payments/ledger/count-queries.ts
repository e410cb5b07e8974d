import { sql } from 'drizzle-orm'
import { refundStates } from '#features/payments/tables.ts'
import type { Db } from '#platform/database/db.ts'

/** `what`: of a payment on its way, its state; of what waits for a person or for us, what that is. */
export type PaymentCount = { what: string; count: number }

/** Whatever `selectPaymentCounts` may count. */
export const openStates: readonly string[] = [
  ...['created', 'submitting', 'pending', 'manual', 'dispute', 'event', 'unmatched'],
  ...refundStates.filter((state) => state !== 'done').map((state) => `refund-${state}`),
]

// Beyond it nobody needs to know how many more.
const MOST = 10_000

/**
 * How many payments are on their way, by state, and how many things wait: for a person to look (`manual`, `dispute`,
 * `unmatched`), to be given back (`refund-…`), for us to read a provider's word (`event`). Each by a partial index that
 * holds no more than these.
 */
export const selectPaymentCounts = (db: Db) =>
  db.rows<PaymentCount>(sql`
    select what, count(*)::int as count from (
      (select state as what from payment_attempts where state in ('created', 'submitting', 'pending')
        limit ${MOST}::int)
      union all (select 'manual' from payment_attempts where manual_reason is not null limit ${MOST}::int)
      union all (select 'dispute' from payment_attempts where dispute = 'open' limit ${MOST}::int)
      union all (select 'refund-' || state from refunds where state <> 'done' limit ${MOST}::int)
      union all (select 'event' from provider_events where processed_at is null limit ${MOST}::int)
      union all (select 'unmatched' from provider_events where outcome like 'unmatched%' limit ${MOST}::int)
    ) waiting group by what`)
